package dev.serval.container;

import dev.serval.connector.Connector;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.Location;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All connectors of a server: opened one by one, closed together. Owned by {@link Server}. */
final class Ports implements Component {
    private static final Logger LOG = LoggerFactory.getLogger(Ports.class);

    private final List<Connector> connectors;
    private final List<Location> locations;
    private final Lifecycle lifecycle = new Lifecycle("Connectors");
    private final Consumer<Duration> whenPaused;
    private volatile Duration idle = Duration.ZERO;

    /**
     * @param connectors those of all services
     * @param locations their places in the configuration
     * @param whenPaused called at the stop, with its time limit, once none of them accepts
     */
    Ports(List<Connector> connectors, List<Location> locations, Consumer<Duration> whenPaused) {
        this.whenPaused = whenPaused;
        this.connectors = List.copyOf(connectors);
        this.locations = List.copyOf(locations);
    }

    List<Connector> connectors() {
        return connectors;
    }

    void probe() throws IOException {
        for (Connector connector : connectors) {
            if (connector.config().sockets().throwOnFailure()) {
                connector.probe();
            }
        }
    }

    @Override
    public void start() throws LifecycleException {
        List<Component> opening = new ArrayList<>();
        for (int i = 0; i < connectors.size(); i++) {
            opening.add(new Opening(connectors.get(i), locations.get(i)));
        }
        lifecycle.start(opening);
        if (!connectors.isEmpty() && connectors.stream().noneMatch(Connector::started)) {
            throw new LifecycleException("no port could be opened: nobody can reach the server");
        }
        Descriptors.ofThisProcess().ifPresent(descriptors -> descriptors.compare(connectors));
    }

    /** How long, at the stop, a connection has to be idle before it is closed; default 0. */
    void closeIdleAfter(Duration least) {
        idle = least;
    }

    /**
     * Stops them together: otherwise the last would still accept while the first waits for its
     * requests.
     */
    @Override
    public void stop(Duration within) {
        connectors.forEach(Connector::pause);
        whenPaused.accept(within);
        List<Thread> threads = new ArrayList<>();
        for (Connector connector :
                connectors.subList(Math.min(1, connectors.size()), connectors.size())) {
            Thread thread = new Thread(() -> stop(connector, within), "serval-stop");
            try {
                thread.start();
                threads.add(thread);
            } catch (OutOfMemoryError e) {
                // The JVM cannot create another thread: the connectors are stopped one after the
                // other.
                thread.run();
            }
        }
        if (!connectors.isEmpty()) {
            stop(connectors.get(0), within);
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true; // each has a time limit
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(Connector connector, Duration within) {
        try {
            connector.stop(within, idle);
        } catch (RuntimeException | Error e) {
            // The other ports are still closed.
            LOG.error("SRV-0502 A connector could not be stopped", e);
        }
    }

    private record Opening(Connector connector, Location at) implements Component {
        @Override
        public void start() throws LifecycleException {
            try {
                connector.start();
            } catch (IOException e) {
                String where = at == Location.NONE ? "" : at + ": the port cannot be opened: ";
                if (connector.config().sockets().throwOnFailure()) {
                    throw new LifecycleException(where + e.getMessage(), e);
                }
                LOG.error(
                        "SRV-0505 {}{}; throwOnFailure is false, the other ports are opened",
                        where,
                        e.getMessage());
            }
        }

        @Override
        public void stop(Duration within) {
            connector.stop(within);
        }
    }
}
