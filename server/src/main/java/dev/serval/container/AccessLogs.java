package dev.serval.container;

import dev.serval.config.AccessLogConfig;
import dev.serval.http.Exchange;
import dev.serval.http.LogWants;
import dev.serval.lifecycle.Component;
import dev.serval.routing.CompletionListener;
import dev.serval.valve.AccessLog;
import dev.serval.valve.AccessLogPattern;
import dev.serval.valve.LogFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The access logs of one engine, host or context. Owned by it. */
final class AccessLogs implements Component {
    private final List<AccessLog> logs;

    AccessLogs(List<AccessLogConfig> configs, Layout layout) {
        this.logs = configs.stream().map(config -> log(config, layout)).toList();
    }

    private static AccessLog log(AccessLogConfig config, Layout layout) {
        AccessLogPattern pattern = AccessLogPattern.parse(config.pattern());
        return config.receiver() != null
                ? new AccessLog(config.receiver(), pattern, config.requestAttributesEnabled())
                : new AccessLog(
                        new LogFiles(
                                layout.resolve(config.directory()),
                                config.prefix(),
                                config.suffix(),
                                config.fileDateFormat(),
                                config.rotatable()),
                        pattern,
                        config.requestAttributesEnabled());
    }

    @Override
    public void start() {
        logs.forEach(AccessLog::start);
    }

    /** Bounded by the logs' own patience: what is left to write is little. */
    @Override
    public void stop(Duration within) {
        logs.forEach(AccessLog::close);
    }

    /** Tells all of these and those; null when there are none, so that nobody is called. */
    CompletionListener and(AccessLogs others) {
        List<AccessLog> all = new ArrayList<>(logs);
        all.addAll(others.logs);
        return switch (all.size()) {
            case 0 -> null;
            case 1 -> all.get(0);
            default -> new All(all);
        };
    }

    /** Tells these alone; null when there are none. */
    CompletionListener listener() {
        return logs.isEmpty() ? null : new All(logs);
    }

    private static final class All implements CompletionListener {
        private final List<AccessLog> logs;
        private final LogWants wants;

        All(List<AccessLog> logs) {
            this.logs = List.copyOf(logs);
            wants = logs.stream().map(AccessLog::wants).reduce(null, LogWants::both);
        }

        @Override
        public void completed(Exchange exchange) {
            for (AccessLog log : logs) {
                log.log(exchange);
            }
        }

        @Override
        public LogWants wants() {
            return wants;
        }
    }
}
