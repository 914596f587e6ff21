package dev.serval.net;

import dev.serval.buffer.InputBuffer;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ties transport, driver, conversation and received bytes together. It has one owner at a time: the
 * loop or thread that runs it, or whoever runs the exchange while it is suspended.
 */
public final class Connection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    // For failures that meet many connections at once, such as a lack of memory or threads.
    private static final TurnGuard GUARD = new TurnGuard("A connection, which was closed,");

    // A client that pipelines must not hold an event loop.
    private static final int MAX_TURNS = 32;

    private final Driver driver;
    private final InputBuffer input;
    private final Consumer<Connection> onClose;
    // The sweep looks at it from its own thread.
    private volatile Transport transport;
    // A stop calls it from its own thread.
    private volatile Conversation conversation;
    private boolean ending;
    private volatile boolean closed;
    private volatile boolean givesWay;
    private volatile boolean windsDown;
    private boolean closesLater;

    /**
     * @param onClose runs once, when the connection is gone
     */
    public Connection(
            Transport transport, Driver driver, InputBuffer input, Consumer<Connection> onClose) {
        this.transport = transport;
        this.driver = driver;
        this.input = input;
        this.onClose = onClose;
    }

    public Transport transport() {
        return transport;
    }

    /** Goes on with another view of the same socket, such as TLS. Called only by the owner. */
    public void transport(Transport transport) {
        this.transport = transport;
    }

    public Driver driver() {
        return driver;
    }

    /** Bytes that were received and not yet consumed. They survive a change of the conversation. */
    public InputBuffer input() {
        return input;
    }

    /** Starts with a protocol, or changes to another one. Called only by the owner. */
    public void conversation(Conversation conversation) {
        this.conversation = conversation;
        if (windsDown) {
            conversation.windDown();
        }
    }

    /** See {@link Conversation#windDown}; from any thread, also more than once. */
    public void windDown() {
        if (!windsDown) {
            windsDown = true;
            conversation.windDown();
        }
    }

    /**
     * Called by the sweep, from its thread.
     *
     * @param now as {@link Deadlines#now}
     * @param millis as {@link Deadline#now}
     */
    void sweep(long now, long millis) {
        transport.sweep(now);
        conversation.sweep(millis);
    }

    public boolean closed() {
        return closed;
    }

    /** Goes on until it has to wait. Called by the owner. Never throws. */
    @Override
    public void run() {
        Next next = Next.CLOSE;
        try {
            for (int turn = 0; !closed; turn++) {
                next = Next.CLOSE;
                try {
                    if (!ending) {
                        next = conversation.proceed();
                    }
                } catch (SocketTimeoutException e) {
                    next = expired();
                } catch (IOException | RuntimeException | Error e) {
                    next = failed(e);
                }
                switch (next) {
                    case READ -> {
                        transport.when(Interest.READ, this);
                        return;
                    }
                    case WRITE -> {
                        transport.when(Interest.WRITE, this);
                        return;
                    }
                    case SUSPEND -> {
                        // Another thread may own the connection by now: nothing may be touched
                        // here.
                        return;
                    }
                    case AGAIN -> {
                        if (turn == MAX_TURNS) {
                            driver.execute(this);
                            return;
                        }
                    }
                    case CLOSE -> {
                        ending = true;
                        if (finished()) {
                            close();
                        } else {
                            transport.when(Interest.WRITE, this);
                        }
                        return;
                    }
                }
            }
        } catch (Throwable e) {
            lost(e);
        }
    }

    /**
     * Gives the connection up: it can neither wait nor end in order, or will never have a thread.
     * Never throws.
     */
    void lost(Throwable cause) {
        GUARD.note(cause);
        if (!closed) {
            reset();
            close();
        }
    }

    /** True if the peer knows that this is the end, or cannot be told. */
    private boolean finished() {
        try {
            return transport.finish();
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} was not told of the end: {}", transport.peer(), e.toString());
            return true;
        } catch (Error e) {
            GUARD.note(e);
            return true;
        }
    }

    /** True while nothing is under way; a hint when asked by a thread that is not the owner. */
    public boolean idle() {
        return conversation.idle();
    }

    /** See {@link Conversation#owesSince}. */
    long owesSince() {
        return conversation.owesSince();
    }

    /** From any thread: says whether its wait ends because another connection needs the place. */
    void giveWay(boolean on) {
        givesWay = on;
    }

    /** True if its wait was ended because another connection needs the place. */
    public boolean givesWay() {
        return givesWay;
    }

    /**
     * Called by the owner after the output was shut down: the socket stays open for a moment so
     * that the last answer arrives (RFC 9112 §9.6), and nothing is read any more.
     */
    public void closeLater() {
        closesLater = true;
    }

    /** See {@link Conversation#inFlight}. */
    public void inFlight(Consumer<RequestInFlight> told) {
        conversation.inFlight(told);
    }

    /** The thread that runs an application for it; null if none does. A hint, as its requests. */
    public Thread runner() {
        Thread[] found = new Thread[1];
        inFlight(request -> found[0] = request.thread());
        return found[0];
    }

    /** For the log: who is on the other side, and what it did last. */
    public String describe() {
        return transport.peer() + " " + conversation.state();
    }

    private Next expired() {
        try {
            return conversation.expired();
        } catch (IOException | RuntimeException | Error e) {
            return failed(e);
        }
    }

    private Next failed(Throwable cause) {
        // This comes first: the log may need memory that is not there.
        reset();
        if (cause instanceof IOException) {
            // The peer went away, or stalled until its time was over.
            LOG.debug("Connection to {} ends: {}", transport.peer(), cause.toString());
        } else if (cause instanceof VirtualMachineError
                || cause instanceof RejectedExecutionException) {
            // Memory or threads have run out: the log has one line a minute for all connections.
            GUARD.note(cause);
        } else {
            LOG.error("SRV-0900 A connection failed; please report this", cause);
        }
        return Next.CLOSE;
    }

    // Without lambdas, which are objects: there may be no memory for one. Whatever one step throws,
    // the next ones follow.

    private void reset() {
        try {
            transport.reset();
        } catch (Throwable e) {
            GUARD.note(e);
        }
    }

    private void close() {
        closed = true;
        try {
            if (closesLater) {
                transport.closeLater();
            } else {
                transport.close();
            }
        } catch (Throwable e) {
            GUARD.note(e);
        }
        try {
            conversation.closed();
        } catch (Throwable e) {
            GUARD.note(e);
        }
        try {
            input.release();
        } catch (Throwable e) {
            GUARD.note(e);
        }
        try {
            onClose.accept(this);
        } catch (Throwable e) {
            GUARD.note(e);
        }
        GUARD.passed();
    }
}
