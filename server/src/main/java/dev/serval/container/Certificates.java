package dev.serval.container;

import dev.serval.lifecycle.Component;
import dev.serval.tls.TlsContexts;
import java.time.Duration;
import java.util.List;

/** The certificates of all connectors: read again when their files change. Owned by a Server. */
final class Certificates implements Component {
    private final List<TlsContexts> contexts;

    Certificates(List<TlsContexts> contexts) {
        this.contexts = List.copyOf(contexts);
    }

    @Override
    public void start() {
        contexts.forEach(TlsContexts::watch);
    }

    @Override
    public void stop(Duration within) {
        contexts.forEach(TlsContexts::close);
    }
}
