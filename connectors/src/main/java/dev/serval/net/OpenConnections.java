package dev.serval.net;

import dev.serval.buffer.InputBuffer;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections that an endpoint has: who may come in, how they begin, the sweep over them, and
 * their end. Thread-safe.
 *
 * @param <C> the channels of the endpoint
 */
public final class OpenConnections<C extends Channel> implements Iterable<Connection> {
    private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

    final Deadlines deadlines;
    final Admission<C> admission;
    private final EndpointConfig config;
    private final BooleanSupplier unsettled;
    // One for all connections.
    private final Consumer<Connection> onClose = this::closed;

    /**
     * As many as maxConnections.
     *
     * @param everyTick what the endpoint has to look at as often as at connections; must not block
     * @param unsettled whether to do so even while there is no connection
     */
    OpenConnections(
            EndpointConfig config,
            Admission.Door<C> door,
            Runnable everyTick,
            BooleanSupplier unsettled) {
        this(
                config,
                door,
                config.sockets().maxConnections(),
                "maxConnections",
                everyTick,
                unsettled);
    }

    /**
     * @param places connections at once; 0 or less means no limit
     * @param attribute of the Connector that says how many
     */
    OpenConnections(
            EndpointConfig config,
            Admission.Door<C> door,
            int places,
            String attribute,
            Runnable everyTick,
            BooleanSupplier unsettled) {
        this.config = config;
        this.unsettled = unsettled;
        deadlines = new Deadlines(config.name() + "-deadlines", everyTick, this::unsettled);
        ConnectionLimit limit = new ConnectionLimit(places);
        OverloadLog log = new OverloadLog(config.name(), attribute, limit, 60_000);
        admission = new Admission<>(door, limit, deadlines, log, config.load().keepAliveTimeout());
    }

    private boolean unsettled() {
        return admission.unsettled() || unsettled.getAsBoolean();
    }

    /** One with its first conversation, which is to be run. */
    Connection add(Transport transport, Driver driver) {
        return add(transport, driver, onClose);
    }

    /**
     * The same.
     *
     * @param onClose in place of {@link #closed}, which it calls
     */
    Connection add(Transport transport, Driver driver, Consumer<Connection> onClose) {
        InputBuffer input = new InputBuffer(config.input());
        Connection connection = new Connection(transport, driver, input, onClose);
        connection.conversation(config.first().apply(connection));
        try {
            deadlines.add(connection);
        } catch (Error e) {
            // It may be among them although there was no memory to count it.
            deadlines.remove(connection);
            throw e;
        }
        return connection;
    }

    /** One is gone. */
    void closed(Connection connection) {
        try {
            deadlines.remove(connection);
        } finally {
            admission.left(connection);
        }
    }

    /** One was admitted, and cannot be served. */
    void lost(C channel, Throwable cause, TurnGuard guard) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone already.
        } catch (RuntimeException | Error e) {
            guard.note(e); // its place is free all the same
        }
        admission.left(null);
        if (cause instanceof Error) {
            guard.failed(cause);
        } else {
            LOG.debug("A connection was lost as it was accepted", cause);
        }
    }

    /** Those that are open while this is called. */
    @Override
    public Iterator<Connection> iterator() {
        return deadlines.connections().iterator();
    }

    public int count() {
        return deadlines.connections().size();
    }

    /** What was done since the start because there was no room for all. */
    public Overload overload() {
        return admission.overload();
    }
}
