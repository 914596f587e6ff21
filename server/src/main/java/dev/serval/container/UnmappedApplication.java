package dev.serval.container;

import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.servlet.AppContext;
import jakarta.servlet.ServletException;
import java.time.Duration;
import java.util.Set;

/**
 * The application of requests that no application answers, so that valves around calls see them
 * like any other. It has no sessions, whose cookie would apply to all applications. Thread-safe.
 */
final class UnmappedApplication implements Component {
    private final AppContext application;

    /**
     * @param hostName of its host, as applications see it
     */
    UnmappedApplication(String hostName) {
        application = AppContext.builder("").hostName(hostName).build();
        application.servletContext().setSessionTrackingModes(Set.of());
    }

    AppContext application() {
        return application;
    }

    @Override
    public void start() throws LifecycleException {
        try {
            application.start();
        } catch (ServletException e) {
            throw new LifecycleException(e.toString(), e);
        }
    }

    @Override
    public void stop(Duration within) {
        application.stop();
    }
}
