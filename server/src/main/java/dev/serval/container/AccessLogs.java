package dev.serval.container;

import dev.serval.config.AccessLogConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.CompletionListener;
import dev.serval.valve.AccessLog;
import dev.serval.valve.AccessLogPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The access logs of an engine or a host. Owned by one of them. */
final class AccessLogs implements Component {
    private final List<AccessLogConfig> configs;
    private final Layout layout;
    private final List<AccessLog> logs = new ArrayList<>();

    AccessLogs(List<AccessLogConfig> configs, Layout layout) {
        this.configs = configs;
        this.layout = layout;
    }

    @Override
    public void start() throws LifecycleException {
        for (AccessLogConfig config : configs) {
            try {
                AccessLog log =
                        new AccessLog(
                                layout.resolve(config.directory()),
                                config.prefix(),
                                config.suffix(),
                                AccessLogPattern.parse(config.pattern()));
                log.start();
                logs.add(log);
            } catch (RuntimeException e) {
                stop(Duration.ZERO);
                throw new LifecycleException(config.at() + ": access log: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void stop(Duration within) {
        logs.forEach(AccessLog::close);
        logs.clear();
    }

    /** One listener for these and others; null when there is none at all. */
    CompletionListener and(AccessLogs others) {
        List<CompletionListener> all = new ArrayList<>(logs);
        all.addAll(others.logs);
        if (all.size() <= 1) {
            return all.isEmpty() ? null : all.get(0);
        }
        CompletionListener[] listeners = all.toArray(CompletionListener[]::new);
        return exchange -> {
            for (CompletionListener listener : listeners) {
                listener.completed(exchange);
            }
        };
    }
}
