package dev.serval.websocket.wire;

import dev.serval.http.UpgradedBytes;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One WebSocket connection, from either side. Thread-safe; {@link #opened}, {@link #readable},
 * {@link #turn} and {@link #lost} are for what carries it, in turns.
 *
 * <p>Messages leave in the order in which they are sent. Between the parts of a message no other
 * message can be sent, only pings and pongs.
 *
 * <pre>
 *          close(): a close frame leaves            the peer's comes, or time is over
 *   OPEN ----------------------------------&gt; CLOSING ------------------------------------&gt; CLOSED
 *     |  the peer's comes: answered; a rule is broken: refused                               ^
 *     +-----------------------------------&gt; LEAVING -- our close frame has left, or time is over
 *     |  the connection is gone                                                              |
 *     +--------------------------------------------------------------------------------------+
 * </pre>
 */
public final class WebSocketConnection {
    private static final int READS_PER_TURN = 16;
    // So long a message may stop halfway while nothing moves: it holds memory.
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(60);

    private enum State {
        OPEN,
        CLOSING,
        LEAVING,
        CLOSED
    }

    private final Role role;
    private final UpgradedBytes bytes;
    private final MessageReceiver receiver;
    private final MessageReader messages;
    private final FrameReader frames;
    private final Sender sender;
    private final long closeMillis;
    private final ReentrantLock lock = new ReentrantLock();

    // Written by lock.
    private volatile State state = State.OPEN;
    private long closesAt;
    // By lock; null without a task.
    private Queue<Runnable> tasks;
    private IOException failure;

    // Of the turn: the receiver hears no more.
    private boolean told;

    private volatile long idleMillis;
    private volatile long sendMillis;
    private volatile int received;
    // Of the sweep: what had moved when it last looked, and since when.
    private int moved = -1;
    private long since;

    /**
     * @param bytes of the upgraded connection, whose turns call this
     * @param deflate what the handshake agreed on; null for no compression
     */
    public WebSocketConnection(
            Role role,
            UpgradedBytes bytes,
            Limits limits,
            PerMessageDeflate deflate,
            MessageReceiver receiver) {
        this.role = role;
        this.bytes = bytes;
        this.receiver = receiver;
        closeMillis = limits.closeMillis();
        idleMillis = limits.idleMillis();
        sendMillis = limits.sendMillis();
        boolean server = role == Role.SERVER;
        Inflation inflation = null;
        Deflation deflation = null;
        if (deflate != null) {
            boolean peer = server ? deflate.clientKeeps() : deflate.serverKeeps();
            boolean own = server ? deflate.serverKeeps() : deflate.clientKeeps();
            inflation = new Inflation(peer);
            deflation = new Deflation(own);
        }
        messages = new MessageReader(receiver, inflation, limits);
        frames = new FrameReader(role, deflate != null, messages, this::control);
        sender =
                new Sender(
                        bytes,
                        new Encoder(role, deflation),
                        limits.maxQueued(),
                        this::failed,
                        this::closeFrameLeft);
    }

    // ---- for what carries it

    /** The first turn. */
    public void opened() throws IOException {
        ConnectionSweep.ALL.add(this);
        receiver.opened(this);
        readable();
    }

    /** A turn: bytes are there, or the end. */
    public void readable() throws IOException {
        if (told) {
            return;
        }
        ByteBuffer lent = Buffers.HEAP.take();
        try {
            if (read(lent)) {
                awaitBytes();
            }
        } catch (WireException e) {
            refuse(e);
        } catch (IOException e) {
            sender.fail(e);
            end();
        } catch (RuntimeException | Error e) {
            begin(State.LEAVING, CloseCode.UNEXPECTED, "");
            tell(CloseCode.UNEXPECTED, "");
            throw e;
        } finally {
            Buffers.HEAP.give(lent);
        }
    }

    private void awaitBytes() throws IOException {
        try {
            bytes.awaitBytes();
        } catch (IllegalStateException e) {
            // A sender, or the sweep, has given it up in between.
            throw new IOException("the connection is closed", e);
        }
    }

    /** True when more is wanted. */
    private boolean read(ByteBuffer lent) throws IOException {
        for (int i = 0; i < READS_PER_TURN; i++) {
            int count = bytes.read(lent.clear());
            if (count < 0) {
                lost();
                return false;
            }
            if (count > 0) {
                received++;
                frames.take(lent.array(), 0, count);
            }
            if (told) {
                return false;
            }
            if (lent.hasRemaining()) {
                // There was no more, so that another look would be in vain.
                return true;
            }
        }
        return true;
    }

    /** A turn that was asked for. */
    public void turn() throws IOException {
        sender.tell();
        runTasks();
        if (state == State.CLOSED) {
            end();
        }
    }

    private void runTasks() {
        for (Runnable task = nextTask(); task != null; task = nextTask()) {
            task.run();
        }
    }

    private Runnable nextTask() {
        lock.lock();
        try {
            return tasks == null ? null : tasks.poll();
        } finally {
            lock.unlock();
        }
    }

    /** The last turn: the connection is gone. */
    public void lost() {
        closed();
        sender.fail(new IOException("the connection is closed"));
        sender.tell();
        runTasks();
        end();
    }

    // ---- what comes in

    private void control(int opcode, byte[] payload) throws WireException {
        switch (opcode) {
            case Opcode.PING -> sender.pong(payload);
            case Opcode.PONG -> receiver.pong(ByteBuffer.wrap(payload));
            default -> peerCloses(ClosePayload.of(payload));
        }
    }

    private void peerCloses(ClosePayload payload) {
        if (begin(State.LEAVING, payload.code(), "")) {
            tell(payload.code(), payload.reason());
            return;
        }
        // It answers ours.
        tell(payload.code(), payload.reason());
        closed();
    }

    private void refuse(WireException cause) {
        boolean first = begin(State.LEAVING, cause.code(), cause.getMessage());
        if (!told) {
            receiver.failed(cause);
            tell(cause.code(), cause.getMessage());
        }
        if (!first) {
            closed();
        }
    }

    /** The last that the receiver hears; in a turn. */
    private void tell(int code, String reason) {
        if (!told) {
            told = true;
            messages.release();
            receiver.closed(code, reason);
        }
    }

    /** In a turn: nothing comes any more. */
    private void end() {
        if (!told && failure != null) {
            receiver.failed(failure);
        }
        tell(CloseCode.ABNORMAL, "");
        closed();
    }

    // ---- the end

    /** Our close frame, once: false when there was one, or there is nowhere to send it. */
    private boolean begin(State next, int code, String reason) {
        lock.lock();
        try {
            if (state != State.OPEN) {
                return false;
            }
            state = next;
            closesAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(closeMillis);
        } finally {
            lock.unlock();
        }
        return sender.close(new ClosePayload(code, reason).bytes());
    }

    private void closeFrameLeft() {
        // RFC 6455 §7.1.1: the server closes first.
        if (state == State.LEAVING && role == Role.SERVER) {
            closed();
        }
    }

    /** On whichever thread: what was written still leaves. */
    private void closed() {
        lock.lock();
        try {
            if (state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
        } finally {
            lock.unlock();
        }
        ConnectionSweep.ALL.remove(this);
        bytes.close();
    }

    /** Nothing can be written any more. */
    private void failed(IOException cause) {
        lock.lock();
        try {
            if (state == State.OPEN) {
                failure = cause;
            }
        } finally {
            lock.unlock();
        }
        closed();
    }

    /** The sweep looks; see {@link System#nanoTime}. */
    void tick(long now) {
        int all = received + sender.written();
        if (all != moved) {
            moved = all;
            since = now;
        }
        if (sender.isOverdue(now)) {
            giveUp("a message was not written in time");
        } else if (state != State.OPEN) {
            if (closesAt - now < 0) {
                giveUp("the peer does not close");
            }
        } else if (frames.isWithin() && now - since > STALLED_NANOS) {
            close(CloseCode.POLICY, "a message stopped halfway");
        } else if (idleMillis > 0 && now - since > TimeUnit.MILLISECONDS.toNanos(idleMillis)) {
            close(CloseCode.GOING_AWAY, "nothing has moved for " + idleMillis + " ms");
        }
    }

    private void giveUp(String why) {
        sender.fail(new SocketTimeoutException(why));
        try {
            bytes.waits().giveUpWriting();
        } catch (IllegalStateException e) {
            // It has come to its end meanwhile.
        }
    }

    // ---- sending without waiting

    /**
     * Sends a whole message.
     *
     * @param timeoutMillis until it has to be written, else the connection is closed; 0 or less for
     *     no limit
     * @throws IllegalStateException when a message in parts is not complete
     */
    public void sendText(CharSequence message, long timeoutMillis, SendCompletion completion) {
        sender.send(Outgoing.text(message, true, timeoutMillis, completion), true);
    }

    /** A part of a message; the last one ends it. */
    public void sendTextPart(
            CharSequence part, boolean last, long timeoutMillis, SendCompletion completion) {
        sender.send(Outgoing.text(part, last, timeoutMillis, completion), false);
    }

    /** A whole message; the buffer is consumed, and the caller's again when it is complete. */
    public void sendBinary(ByteBuffer message, long timeoutMillis, SendCompletion completion) {
        sender.send(Outgoing.binary(message, true, timeoutMillis, completion), true);
    }

    /** A part of a message; the last one ends it. */
    public void sendBinaryPart(
            ByteBuffer part, boolean last, long timeoutMillis, SendCompletion completion) {
        sender.send(Outgoing.binary(part, last, timeoutMillis, completion), false);
    }

    /**
     * @param data copied and not consumed; throws IllegalArgumentException for more than 125 bytes
     */
    public void sendPing(ByteBuffer data, SendCompletion completion) {
        sender.send(control(Opcode.PING, data, 0, completion), false);
    }

    /** The same for a pong that nobody has asked for. */
    public void sendPong(ByteBuffer data, SendCompletion completion) {
        sender.send(control(Opcode.PONG, data, 0, completion), false);
    }

    private static Outgoing control(
            int opcode, ByteBuffer data, long timeoutMillis, SendCompletion completion) {
        if (data.remaining() > 125) {
            throw new IllegalArgumentException("RFC 6455 §5.5: more than 125 bytes");
        }
        byte[] copy = new byte[data.remaining()];
        data.get(data.position(), copy);
        return Outgoing.control(opcode, copy, timeoutMillis, completion);
    }

    // ---- sending and waiting until it is written, for so long as sendTimeout says

    public void sendText(CharSequence message) throws IOException {
        sender.sendAndWait(Outgoing.text(message, true, sendMillis, SendCompletion.IGNORED), true);
    }

    public void sendTextPart(CharSequence part, boolean last) throws IOException {
        sender.sendAndWait(Outgoing.text(part, last, sendMillis, SendCompletion.IGNORED), false);
    }

    public void sendBinary(ByteBuffer message) throws IOException {
        sender.sendAndWait(
                Outgoing.binary(message, true, sendMillis, SendCompletion.IGNORED), true);
    }

    public void sendBinaryPart(ByteBuffer part, boolean last) throws IOException {
        sender.sendAndWait(Outgoing.binary(part, last, sendMillis, SendCompletion.IGNORED), false);
    }

    public void sendPing(ByteBuffer data) throws IOException {
        sender.sendAndWait(control(Opcode.PING, data, sendMillis, SendCompletion.IGNORED), false);
    }

    public void sendPong(ByteBuffer data) throws IOException {
        sender.sendAndWait(control(Opcode.PONG, data, sendMillis, SendCompletion.IGNORED), false);
    }

    // ---- batching

    /** Whether messages may wait for each other; those that wait count as sent. Default false. */
    public void batching(boolean allowed) throws IOException {
        sender.batching(allowed);
        if (!allowed) {
            flush();
        }
    }

    public boolean batching() {
        return sender.batching();
    }

    /** Sends what waits because of {@link #batching}, and waits until it is written. */
    public void flush() throws IOException {
        sender.sendAndWait(
                Outgoing.control(Outgoing.FLUSH, new byte[0], sendMillis, SendCompletion.IGNORED),
                false);
    }

    // ---- state and limits

    /** False once a close frame was sent or has come, or the connection is lost. */
    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** See {@link Limits#maxText}; holds from the next message on. */
    public void maxText(int chars) {
        messages.maxText(chars);
    }

    /** See {@link Limits#maxBinary}; holds from the next message on. */
    public void maxBinary(int bytes) {
        messages.maxBinary(bytes);
    }

    /** See {@link Limits#idleMillis}. */
    public void idleTimeout(long millis) {
        idleMillis = millis;
    }

    /** Of blocking sends; see {@link Limits#sendMillis}. */
    public void sendTimeout(long millis) {
        sendMillis = millis;
    }

    /**
     * Begins the closing handshake: messages that wait leave first, further ones fail. Does not
     * wait. Does nothing when it is closed already.
     *
     * @param code 1005 for none; else see {@link CloseCode#mayBeSent}
     * @param reason at most 123 bytes in UTF-8, what is beyond is cut off
     */
    public void close(int code, String reason) {
        if (code != CloseCode.NONE && !CloseCode.mayBeSent(code)) {
            throw new IllegalArgumentException("RFC 6455 §7.4: " + code + " is not to be sent");
        }
        begin(State.CLOSING, code, Objects.requireNonNullElse(reason, ""));
    }

    /**
     * Runs a task in a turn of the connection, beside none of the receiver's methods; never once
     * the connection is gone.
     */
    public void execute(Runnable task) {
        lock.lock();
        try {
            if (tasks == null) {
                tasks = new ArrayDeque<>(2);
            }
            tasks.add(task);
        } finally {
            lock.unlock();
        }
        bytes.askForTurn();
    }
}
