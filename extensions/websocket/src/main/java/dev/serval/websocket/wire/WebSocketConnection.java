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
 * {@link #turn} and {@link #lost} are for its carrier, in turns.
 *
 * <p>Messages are written in the order in which they are sent. Between the parts of a message no
 * other message can be sent, only pings and pongs.
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

    private enum SocketState {
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

    // Written under the lock.
    private volatile SocketState state = SocketState.OPEN;
    private long closesAt;
    // Guarded by lock; null without a task.
    private Queue<Runnable> tasks;
    private IOException failure;

    // Used in turns: whether the receiver is not called any more.
    private boolean told;

    // Why the time limit was exceeded; null if it was not.
    private volatile String expired;
    private volatile long idleMillis;
    private volatile long sendMillis;
    private volatile int received;
    // Used by the sweep.
    private final Movement movement = new Movement();

    /**
     * @param bytes of the upgraded connection, whose turns call this
     * @param deflate agreed in the handshake; null without compression
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

    // ---- for the carrier

    /** The first turn. */
    public void opened() throws IOException {
        ConnectionSweep.ALL.add(this);
        receiver.opened(this);
        readable();
    }

    /** A turn: there are bytes, or the end. */
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
            begin(SocketState.LEAVING, CloseCode.UNEXPECTED, "", null);
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
            // A sender, or the sweep, has given the connection up meanwhile.
            throw new IOException("the connection is closed", e);
        }
    }

    /** True if more bytes are to be read. */
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
                // There were no more bytes: another read would be in vain.
                return true;
            }
        }
        return true;
    }

    /** A requested turn. */
    public void turn() throws IOException {
        sender.tell();
        runTasks();
        if (state == SocketState.CLOSED) {
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

    // ---- input

    private void control(int opcode, byte[] payload) throws WireException {
        switch (opcode) {
            case Opcode.PING -> sender.pong(payload);
            case Opcode.PONG -> {
                if (!Movement.isAnswer(payload)) {
                    receiver.pong(ByteBuffer.wrap(payload));
                }
            }
            default -> peerCloses(ClosePayload.of(payload));
        }
    }

    private void peerCloses(ClosePayload payload) {
        if (begin(SocketState.LEAVING, payload.code(), "", null)) {
            tell(payload.code(), payload.reason());
            return;
        }
        // The frame answers the one of this side.
        tell(payload.code(), payload.reason());
        closed();
    }

    private void refuse(WireException cause) {
        boolean first = begin(SocketState.LEAVING, cause.code(), cause.getMessage(), null);
        if (!told) {
            receiver.failed(cause);
            tell(cause.code(), cause.getMessage());
        }
        if (!first) {
            closed();
        }
    }

    /** The last call of the receiver; in a turn. */
    private void tell(int code, String reason) {
        if (!told) {
            told = true;
            messages.release();
            boolean own = expired != null;
            receiver.closed(own ? CloseCode.ABNORMAL : code, own ? expired : reason);
        }
    }

    /** In a turn: nothing arrives any more. */
    private void end() {
        if (!told && failure != null) {
            receiver.failed(failure);
        }
        tell(CloseCode.ABNORMAL, "");
        closed();
    }

    // ---- the end

    /**
     * Sends the close frame of this side, once: false if there was one, or it cannot be sent.
     *
     * @param over why the time limit was exceeded; null if it was not
     */
    private boolean begin(SocketState next, int code, String reason, String over) {
        lock.lock();
        try {
            if (state != SocketState.OPEN) {
                return false;
            }
            expired = over;
            closesAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(closeMillis);
            // Last: the sweep reads it without the lock, and then the time above.
            state = next;
        } finally {
            lock.unlock();
        }
        return sender.close(new ClosePayload(code, reason).bytes());
    }

    private void closeFrameLeft() {
        // RFC 6455 §7.1.1: the server closes first.
        if (state == SocketState.LEAVING && role == Role.SERVER) {
            closed();
        }
    }

    /** On any thread: frames that were written are still sent. */
    private void closed() {
        lock.lock();
        try {
            if (state == SocketState.CLOSED) {
                return;
            }
            state = SocketState.CLOSED;
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
            if (state == SocketState.OPEN) {
                failure = cause;
            }
        } finally {
            lock.unlock();
        }
        closed();
    }

    /** Called by the sweep; see {@link System#nanoTime}. */
    void tick(long now) {
        movement.look(received, sender.written(), messages, now);
        if (sender.isOverdue(movement.written(), now)) {
            giveUp("a message was not written in time");
        } else if (state != SocketState.OPEN) {
            if (closesAt - now < 0) {
                giveUp("the peer does not close");
            }
        } else if (frames.isWithin() && movement.idle(now) > Movement.STALLED_NANOS) {
            expire(CloseCode.POLICY, "a message stopped halfway");
        } else if (movement.isSlow(now)) {
            expire(CloseCode.POLICY, "a message comes too slowly");
        } else if (idleMillis > 0) {
            if (movement.idle(now) > TimeUnit.MILLISECONDS.toNanos(idleMillis)) {
                expire(CloseCode.GOING_AWAY, "nothing has moved for " + idleMillis + " ms");
            }
        } else if (movement.isGone(now)) {
            giveUp("the peer does not answer a ping");
        } else if (movement.asks(now)) {
            sender.send(Movement.question(), false);
        }
    }

    /** The peer gets a code; this side gets 1006 (WebSocket 2.2 §2.1.5). */
    private void expire(int code, String why) {
        begin(SocketState.CLOSING, code, why, why);
    }

    private void giveUp(String why) {
        sender.fail(new SocketTimeoutException(why));
        try {
            bytes.waits().giveUpWriting();
        } catch (IllegalStateException e) {
            // The connection has ended meanwhile.
        }
    }

    // ---- sending without waiting

    /**
     * Sends a whole message.
     *
     * @param timeoutMillis until it has to be written, otherwise the connection is closed; 0 or
     *     less for no limit
     * @throws IllegalStateException if a message in parts is not complete
     */
    public void sendText(CharSequence message, long timeoutMillis, SendCompletion completion) {
        sender.send(Outgoing.text(message, true, timeoutMillis, completion), true);
    }

    /** A part of a message; the last one ends it. */
    public void sendTextPart(
            CharSequence part, boolean last, long timeoutMillis, SendCompletion completion) {
        sender.send(Outgoing.text(part, last, timeoutMillis, completion), false);
    }

    /** A whole message; the buffer is consumed, and the caller's again once it is complete. */
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
        sender.send(Outgoing.copied(Opcode.PING, data, 0, completion), false);
    }

    /** The same for an unsolicited pong. */
    public void sendPong(ByteBuffer data, SendCompletion completion) {
        sender.send(Outgoing.copied(Opcode.PONG, data, 0, completion), false);
    }

    // ---- sending and waiting until it is written, limited by sendTimeout

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
        sender.sendAndWait(
                Outgoing.copied(Opcode.PING, data, sendMillis, SendCompletion.IGNORED), false);
    }

    public void sendPong(ByteBuffer data) throws IOException {
        sender.sendAndWait(
                Outgoing.copied(Opcode.PONG, data, sendMillis, SendCompletion.IGNORED), false);
    }

    // ---- batching

    /** Whether messages may wait for each other; waiting ones count as sent. Default false. */
    public void batching(boolean allowed) throws IOException {
        sender.batching = allowed;
        if (!allowed) {
            flush();
        }
    }

    public boolean batching() {
        return sender.batching;
    }

    /** Sends messages that wait because of {@link #batching}, and waits until they are written. */
    public void flush() throws IOException {
        sender.sendAndWait(
                Outgoing.control(Outgoing.FLUSH, new byte[0], sendMillis, SendCompletion.IGNORED),
                false);
    }

    // ---- state and limits

    /** False once a close frame was sent or received, or the connection is lost. */
    public boolean isOpen() {
        return state == SocketState.OPEN;
    }

    /** See {@link Limits#maxText}; applies from the next message on. */
    public void maxText(int chars) {
        messages.maxText(chars);
    }

    /** See {@link Limits#maxBinary}; applies from the next message on. */
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
     * Begins the closing handshake: waiting messages are sent first, further ones fail. Does not
     * wait. Does nothing if it is closed already.
     *
     * @param code 1005 if there is none; otherwise see {@link CloseCode#mayBeSent}
     * @param reason at most 123 bytes in UTF-8, the rest is truncated
     */
    public void close(int code, String reason) {
        if (code != CloseCode.NONE && !CloseCode.mayBeSent(code)) {
            throw new IllegalArgumentException("RFC 6455 §7.4: " + code + " is not to be sent");
        }
        begin(SocketState.CLOSING, code, Objects.requireNonNullElse(reason, ""), null);
    }

    /**
     * Runs a task in a turn of the connection, never at the same time as the receiver's methods;
     * not once the connection is gone.
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
