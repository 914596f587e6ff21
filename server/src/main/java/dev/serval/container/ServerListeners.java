package dev.serval.container;

import dev.serval.builtin.BuiltInListeners;
import dev.serval.config.ListenerConfig;
import dev.serval.extension.Offer.Factory;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.lifecycle.ServerListener;
import dev.serval.settings.Location;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners for the server's start and stop: called before and after everything else, as the
 * first child of the server, and by {@link #whenOpen} as its last. Owned by the server.
 */
final class ServerListeners implements Component {
    private static final Logger LOG = LoggerFactory.getLogger(ServerListeners.class);

    private final List<ServerListener> all = new ArrayList<>();

    ServerListeners(List<ListenerConfig> configs, Layout layout) throws LifecycleException {
        Set<String> named = new HashSet<>();
        for (ListenerConfig config : configs) {
            named.add(config.className());
            if (config.factory() != null) {
                all.add(layout.place("Server").make(config.factory(), config.at(), "Listener"));
            }
        }
        for (Factory<ServerListener> factory : BuiltInListeners.unasked(named)) {
            all.add(layout.place("Server").make(factory, Location.NONE, "Listener"));
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

    /** A failure of one affects neither the others nor the server. */
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
