package dev.serval.container;

import dev.serval.config.AccessLogConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.CompletionListener;
import java.time.Duration;
import java.util.List;

/** placeholder until valve.AccessLog is there */
final class AccessLogs implements Component {
    AccessLogs(List<AccessLogConfig> configs, Layout layout) {}

    @Override
    public void start() throws LifecycleException {}

    @Override
    public void stop(Duration within) {}

    CompletionListener and(AccessLogs others) {
        return null;
    }
}
