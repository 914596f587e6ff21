package dev.serval.container;

import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.Authenticator;
import java.time.Duration;
import java.util.List;

/** How users log in to one application, from its start to its stop. Owned by its context. */
final class ContextAuthenticator implements Component {
    private final Lifecycle lifecycle = new Lifecycle("The authenticator of Context");
    private final List<Run> authenticator;

    /**
     * @param authenticator null if users are not asked to log in
     */
    ContextAuthenticator(Authenticator authenticator) {
        this.authenticator = authenticator == null ? List.of() : List.of(new Run(authenticator));
    }

    @Override
    public void start() throws LifecycleException {
        lifecycle.start(authenticator);
    }

    /** Stops it once, and only if it was started; exceptions are logged. */
    @Override
    public void stop(Duration within) {
        lifecycle.stop(within);
    }

    private record Run(Authenticator authenticator) implements Component {
        @Override
        public void start() {
            authenticator.start();
        }

        @Override
        public void stop(Duration within) {
            authenticator.stop();
        }
    }
}
