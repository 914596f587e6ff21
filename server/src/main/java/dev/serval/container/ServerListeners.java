package dev.serval.container;

import dev.serval.config.ListenerConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.lifecycle.ServerListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those that are told of the server's start and stop: before everything else and after it, as the
 * first child of the server, and by {@link #whenOpen} as its last. Owned by the server.
 */
final class ServerListeners implements Component {
    private static final Logger LOG = LoggerFactory.getLogger(ServerListeners.class);

    private final List<ServerListener> all = new ArrayList<>();

    ServerListeners(List<ListenerConfig> configs, Layout layout) throws LifecycleException {
        for (ListenerConfig config : configs) {
            if (config.factory() != null) {
                all.add(layout.place("Server").make(config.factory(), config.at(), "Listener"));
            }
        }
    }

    @Override
    public void start() throws LifecycleException {
        try {
            all.forEach(ServerListener::starting);
        } catch (RuntimeException | Error e) {
            stop(Duration.ZERO);
            throw new LifecycleException("SRV-0509 a Listener keeps the server from starting", e);
        }
    }

    @Override
    public void stop(Duration within) {
        tell(ServerListener::stopped);
    }

    /** The last child: when it starts, all ports are open. */
    Component whenOpen() {
        return new Component() {
            @Override
            public void start() {
                tell(ServerListener::started);
            }

            @Override
            public void stop(Duration within) {
                tell(ServerListener::stopping);
            }
        };
    }

    /** One that fails keeps neither the others from hearing of it, nor the server. */
    private void tell(Consumer<ServerListener> event) {
        for (ServerListener listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException | Error e) {
                LOG.error("SRV-0508 The Listener {} has failed", listener, e);
            }
        }
    }
}
