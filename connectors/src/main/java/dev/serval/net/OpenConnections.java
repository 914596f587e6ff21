package dev.serval.net;

import dev.serval.buffer.InputBuffer;
import dev.serval.jfr.Flight;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of an endpoint: their admission, their beginning, the sweep over them, and
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
     * Allows as many as maxConnections.
     *
     * @param everyTick called at every tick of the sweep; must not block
     * @param unsettled whether to tick even while there is no connection
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
     * @param attribute the attribute of the Connector that says how many
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

    /** Adds a connection with its first conversation; the caller has to run it. */
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
            // It may have been added although there was no memory to count it.
            deadlines.remove(connection);
            throw e;
        }
        Flight.accepted(config.name(), transport.peer());
        return connection;
    }

    /** A connection is gone. */
    void closed(Connection connection) {
        try {
            deadlines.remove(connection);
        } finally {
            admission.left(connection);
        }
    }

    /** A connection was admitted, but cannot be served. */
    void lost(C channel, Throwable cause, TurnGuard guard) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone already.
        } catch (RuntimeException | Error e) {
            guard.note(e); // its place becomes free all the same
        }
        admission.left(null);
        if (cause instanceof Error) {
            guard.failed(cause);
        } else {
            LOG.debug("A connection was lost as it was accepted", cause);
        }
    }

    /** The connections that are open when this is called. */
    @Override
    public Iterator<Connection> iterator() {
        return deadlines.connections().iterator();
    }

    public int count() {
        return deadlines.connections().size();
    }

    /**
     * True while a place is taken, by a connection that is open or one that is about to be: one
     * that has waited gets the place of another, of which nothing is counted any more.
     */
    public boolean taken() {
        return admission.taken();
    }

    /** What was done since the start because there was too little room. */
    public Overload overload() {
        return admission.overload();
    }
}
