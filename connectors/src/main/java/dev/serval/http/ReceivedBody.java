package dev.serval.http;

import dev.serval.buffer.InputBuffer;
import dev.serval.net.Connection;
import dev.serval.net.Interest;
import dev.serval.net.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/**
 * The body of one request, as it arrives on a connection with one request at a time: waits for its
 * bytes, limits the waits, and leaves the framing to the protocol. For protocols. Owned by the
 * owner of the exchange.
 */
public final class ReceivedBody {
    private final BodyFraming framing;
    private final int timeout;
    private final int minRate;
    private final BodyPace pace;
    private Connection connection;
    private boolean broken;
    // With a blocking transport: the connection's own thread is to read; until it has, no other
    // thread touches the input.
    private volatile boolean filling;
    private volatile boolean forgotten;
    private IOException fillFailure;
    private boolean inputEnded;

    /**
     * @param timeout milliseconds of the waits for a body; 0 or less means no limit
     * @param minRate bytes per second; see {@link BodyPace}
     */
    public ReceivedBody(BodyFraming framing, int timeout, int minRate) {
        this(framing, timeout, minRate, new BodyPace(timeout, minRate));
    }

    /** A new one in place of one that an application may hold, after {@link #retire}. */
    public ReceivedBody(BodyFraming framing, ReceivedBody used) {
        this(framing, used.timeout, used.minRate, used.pace);
    }

    private ReceivedBody(BodyFraming framing, int timeout, int minRate, BodyPace pace) {
        this.framing = framing;
        this.timeout = timeout;
        this.minRate = minRate;
        this.pace = pace;
    }

    /** The connection on which it comes. */
    public void bind(Connection connection) {
        this.connection = connection;
    }

    /** The head is complete. */
    public void begin() {
        pace.begin();
    }

    /** The request is over. */
    public void retire() {
        connection = null;
        broken = false;
        filling = false;
        forgotten = false;
        fillFailure = null;
        inputEnded = false;
    }

    /** True if it cannot be read to its end. */
    public boolean isBroken() {
        return broken;
    }

    /** See {@link Stream#read}. */
    public int read(ByteBuffer target) throws IOException {
        return read(target, true);
    }

    /** See {@link Stream#poll}. */
    public int poll(ByteBuffer target) throws IOException {
        return filling ? 0 : read(target, !connection.transport().blocks());
    }

    private int read(ByteBuffer target, boolean receives) throws IOException {
        InputBuffer input = connection.input();
        if (broken) {
            throw new IOException("The body could not be read before");
        }
        try {
            int count = framing.decode(input, target);
            if (framing.passesThrough()) {
                input.trim();
                return count == 0 ? pass(target, receives) : count;
            }
            while (count == 0 && target.hasRemaining()) {
                framing.prompt();
                int received = receive(input, receives);
                if (received == 0) {
                    return 0;
                }
                if (received < 0) {
                    broken = true;
                    throw new BodyException(Refusal.BODY_CUT, "The client closed the connection");
                }
                count = framing.decode(input, target);
            }
            return count;
        } catch (HttpError e) {
            broken = true;
            throw new BodyException(e.refusal(), e.detail());
        } catch (SocketTimeoutException e) {
            broken = true;
            throw tooLate();
        }
    }

    private BodyException tooLate() {
        return pace.slow()
                ? new BodyException(Refusal.BODY_TOO_SLOW, "limit " + minRate + " bytes per second")
                : new BodyException(
                        Refusal.BODY_TIMEOUT,
                        "limit " + timeout + " ms without a byte of the body");
    }

    /** The bytes of another protocol: they need no buffer here, and no client owes them. */
    private int pass(ByteBuffer target, boolean receives) throws IOException {
        int count = seen();
        if (count == 0 && receives) {
            count = connection.transport().read(target);
            inputEnded = count < 0;
        }
        return count;
    }

    private int receive(InputBuffer input, boolean receives) throws IOException {
        int count = seen();
        return count == 0 && receives ? receive(connection.transport(), input) : count;
    }

    /** The end, or what another thread has met while it read ahead; else 0. */
    private int seen() throws IOException {
        if (fillFailure != null) {
            throw fillFailure;
        }
        return inputEnded ? -1 : 0;
    }

    /**
     * A blocking transport waits in the read itself; for others this waits after a read that found
     * nothing.
     */
    private int receive(Transport transport, InputBuffer input) throws IOException {
        if (framing.passesThrough()) {
            int count = transport.read(input.room(input.array().length));
            input.received(count);
            return count;
        }
        pace.resume();
        if (transport.blocks()) {
            transport.readTimeout(pace.await());
        }
        int received = transport.read(input.room(input.array().length));
        input.received(received);
        input.trim();
        if (received == 0) {
            transport.readTimeout(pace.await());
        } else {
            pace.resume();
            pace.received(received);
        }
        return received;
    }

    // ---- notification of bytes

    /** Runs the task once when bytes, or the end, are there. */
    public void whenReadable(Runnable task) {
        Transport transport = connection.transport();
        if (connection.input().remaining() > 0 && framing.passesThrough()) {
            // Not all was taken: nobody need send more for that.
            task.run();
        } else if (transport.blocks()) {
            filling = true;
            transport.when(Interest.READ, () -> fill(task));
        } else {
            // The time until the application reads is not a wait for the client.
            transport.when(
                    Interest.READ,
                    () -> {
                        pace.resume();
                        task.run();
                    });
        }
    }

    /** Called on the thread of a blocking connection: waits for bytes, for {@link #poll}. */
    private void fill(Runnable task) {
        Connection current = connection;
        if (current == null || forgotten) {
            return;
        }
        try {
            InputBuffer input = current.input();
            inputEnded = receive(current.transport(), input) < 0;
        } catch (IOException e) {
            fillFailure = e;
        } catch (RuntimeException | Error e) {
            fillFailure = new IOException(e);
        }
        filling = false;
        if (!forgotten) {
            task.run();
        }
    }

    /** Gives the notification up: true if the connection's own thread is in a read. */
    public boolean forget() {
        forgotten = true;
        connection.transport().forget(Interest.READ);
        return filling;
    }
}
