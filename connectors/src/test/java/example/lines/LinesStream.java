package example.lines;

import dev.serval.http.BodyException;
import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.http.PreparedFields;
import dev.serval.http.Refusal;
import dev.serval.http.RefusalLog;
import dev.serval.http.RequestHead;
import dev.serval.http.Stream;
import dev.serval.http.UpgradedWaits;
import dev.serval.net.Call;
import dev.serval.net.Deadline;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Parked;
import dev.serval.net.Peer;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;

/** One of the exchanges of a connection. Thread-safe: its body comes from another thread. */
final class LinesStream implements Stream {
    private static final int FRAME = 1000;

    final int number;
    final Exchange exchange = new Exchange(this);
    private final LinesConnection connection;
    private final RequestHead head;
    private final Deadline deadline = new Deadline();
    // By the monitor of this, as all that follows.
    private final ArrayDeque<ByteBuffer> received = new ArrayDeque<>();
    private boolean bodyEnded;
    private long window;
    // Who waits for bytes or for a window; null for nobody.
    private Runnable waiter;
    private boolean late;
    private boolean aborted;
    private boolean last;
    private ByteBuffer tail;

    LinesStream(LinesConnection connection, int number, RequestHead head) {
        this.connection = connection;
        this.number = number;
        this.head = head;
        bodyEnded = head.framing() == Framing.NONE;
    }

    // ---- by the owner of the connection

    void received(byte[] bytes) {
        synchronized (this) {
            if (bytes.length == 0) {
                bodyEnded = true;
            } else {
                received.add(ByteBuffer.wrap(bytes));
            }
        }
        wake(false);
    }

    void grant(int bytes) {
        synchronized (this) {
            window += bytes;
        }
        wake(false);
    }

    void sweep(long now) {
        if (deadline.over(now)) {
            wake(true);
        }
    }

    /** The connection is gone. */
    void cut() {
        synchronized (this) {
            aborted = true;
        }
        wake(false);
    }

    private void wake(boolean tooLate) {
        Runnable waiting;
        synchronized (this) {
            late |= tooLate;
            waiting = waiter;
            waiter = null;
        }
        deadline.end();
        if (waiting != null) {
            waiting.run();
        }
    }

    // ---- its end

    /** The exchange is complete: sends what is left, as far as there are window and room. */
    void over() {
        try {
            if (!isAborted() && tail != null && !write(tail)) {
                synchronized (this) {
                    if (window == 0 && !aborted) {
                        deadline.begin(connection.service.load().connectionTimeout());
                        waiter = this::goOn;
                        return;
                    }
                }
                connection.output.whenRoom(this::goOn);
                return;
            }
            if (isAborted() || !last) {
                connection.frame(isAborted() ? 'R' : 'E', number, 0);
            }
            connection.output.flush();
        } catch (IOException e) {
            // The connection has ended, and with it the stream.
        }
        connection.ended(this);
    }

    /** On a worker: what there is may be more than a socket takes at once. */
    private void goOn() {
        synchronized (this) {
            aborted |= late;
        }
        try {
            connection.connection.driver().fork(this::over);
        } catch (RejectedExecutionException e) {
            cut();
            connection.ended(this);
        }
    }

    private synchronized boolean isAborted() {
        return aborted;
    }

    // ---- Stream

    @Override
    public Peer peer() {
        return connection.connection.transport().peer();
    }

    @Override
    public HttpConfig config() {
        return connection.service.config();
    }

    @Override
    public RefusalLog refusals() {
        return connection.service.refusals();
    }

    @Override
    public RequestHead releaseHead() {
        return head;
    }

    @Override
    public synchronized int read(ByteBuffer target) throws IOException {
        if (aborted) {
            throw new BodyException(Refusal.BODY_CUT, "the connection has ended");
        }
        ByteBuffer first = received.peek();
        if (first == null) {
            return bodyEnded ? -1 : 0;
        }
        int count = Math.min(first.remaining(), target.remaining());
        target.put(first.slice(first.position(), count));
        first.position(first.position() + count);
        if (!first.hasRemaining()) {
            received.remove();
        }
        return count;
    }

    @Override
    public int poll(ByteBuffer target) throws IOException {
        return read(target);
    }

    @Override
    public Fields trailers() {
        return null;
    }

    @Override
    public void acknowledge() {}

    @Override
    public UpgradedWaits upgrade(Fields fields) {
        throw new IllegalStateException("nothing to change to");
    }

    @Override
    public void inform(int status, Fields fields) {}

    @Override
    public void begin(
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            boolean last)
            throws IOException {
        this.last = last;
        StringBuilder lines = new StringBuilder().append(status).append(last ? " last\n" : "\n");
        for (int i = 0; i < fields.size(); i++) {
            lines.append(fields.name(i).text()).append(": ").append(fields.value(i)).append('\n');
        }
        if (prepared != null) {
            lines.append(prepared);
        }
        byte[] payload = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
        connection.frame('H', number, payload.length, ByteBuffer.wrap(payload));
    }

    @Override
    public boolean write(ByteBuffer data) throws IOException {
        while (data.hasRemaining()) {
            int count;
            synchronized (this) {
                if (aborted) {
                    throw new IOException("the stream was cut");
                }
                count = (int) Math.min(Math.min(window, data.remaining()), FRAME);
                window -= count;
            }
            if (count == 0) {
                return false;
            }
            ByteBuffer part = data.slice(data.position(), count);
            data.position(data.position() + count);
            connection.frame('D', number, count, part);
            connection.output.flush();
            if (data.hasRemaining()) {
                connection.output.awaitRoom();
            }
        }
        return true;
    }

    @Override
    public boolean flush() throws IOException {
        connection.output.flush();
        return true;
    }

    @Override
    public void tail(ByteBuffer data) {
        tail = data.duplicate();
    }

    @Override
    public void tail(FileRegion region) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void finish(Fields trailers) {}

    @Override
    public void await(Interest interest) throws IOException {
        Parked parked;
        synchronized (this) {
            boolean ready =
                    interest == Interest.READ ? !received.isEmpty() || bodyEnded : window > 0;
            if (ready || aborted) {
                return;
            }
            parked = new Parked();
            waiter = parked;
            deadline.begin(connection.service.load().connectionTimeout());
        }
        connection.output.flush();
        connection.connection.driver().await(parked);
        synchronized (this) {
            if (late) {
                throw interest == Interest.READ
                        ? new BodyException(Refusal.BODY_TIMEOUT, "no byte of the body")
                        : new SocketTimeoutException("no window");
            }
        }
    }

    @Override
    public void when(Interest interest, Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void forget() {}

    @Override
    public void giveUpReading() {}

    @Override
    public void dispatch(Call call) {
        try {
            connection.connection.driver().fork(call);
        } catch (RejectedExecutionException e) {
            call.overdue();
        }
    }

    @Override
    public void fork(Runnable task) {
        connection.connection.driver().fork(task);
    }

    @Override
    public Runnable resume() {
        return this::over;
    }

    @Override
    public synchronized void abort() {
        aborted = true;
    }
}
