package dev.serval.ajp;

import dev.serval.buffer.InputBuffer;
import dev.serval.http.CompletionNotice;
import dev.serval.http.Exchange;
import dev.serval.http.HttpError;
import dev.serval.http.InFlightView;
import dev.serval.http.Refusal;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Next;
import dev.serval.net.RequestInFlight;
import dev.serval.net.SharedOutput;
import dev.serval.net.TearDown;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * One connection of a web server in front, with one request at a time. Owned by the owner of the
 * connection, but for its output.
 *
 * <pre>
 *        CPING: CPONG                                 all sent, END_RESPONSE says to go on
 *            +--+                    +---------------------------------------------------------+
 *            v  |                    v                                                         |
 *   open -> IDLE -> PACKET -> handle -> SUSPENDED -- complete() --&gt; FLUSH --&gt; DROP: a packet ---+
 *            |        |                    |                          |       of the body is owed
 *            |        |                    | cut                      +--&gt; LINGER --&gt; closed
 *            |        |                    v
 *            |        +-- no packet --&gt; closed without an answer: the front could take it for that
 *            +-- idle too long --&gt; closed                       to another request
 * </pre>
 *
 * A packet that is well-formed, with a request that is refused, is answered; END_RESPONSE then
 * tells the front not to use the connection again. The front sends nothing between the request, the
 * parts of its body that it was asked for, and the end of the response; a connection on which it
 * does is not used again (CVE-2022-26377). One whose front has named the secret ends without an
 * answer when something comes that does not.
 */
final class AjpConnection implements Conversation {
    // The result of a step that leads to another state and waits for nothing.
    private static final Next GO_ON = null;

    private enum FrontState {
        IDLE,
        PACKET,
        HANDLE,
        SUSPENDED,
        FLUSH,
        DROP,
        LINGER
    }

    private final Ajp ajp;
    final Connection connection;
    final SharedOutput output;
    private FrontState state = FrontState.IDLE;
    private AjpStream stream;
    // A request was accepted here, so the front knows the secret if there is one.
    private boolean trusted;
    // Deadline of the packet; milliseconds of System.nanoTime.
    private long until;
    // Since when the front has owed the rest of a packet or the end; the same clock.
    private long since;
    // Null before the last response.
    private TearDown tearDown;

    AjpConnection(Ajp ajp, Connection connection) {
        this.ajp = ajp;
        this.connection = connection;
        output = new SharedOutput(connection, ajp.output);
        transport().writeTimeout(ajp.connectionTimeout);
    }

    @Override
    public Next proceed() throws IOException {
        Next next;
        do {
            if (state == FrontState.HANDLE) {
                state = FrontState.SUSPENDED;
                Exchange exchange = stream.exchange;
                try {
                    ajp.handler.handle(exchange);
                } catch (RuntimeException | Error e) {
                    exchange.fail(e);
                }
                if (!exchange.handled()) {
                    // Detached: another thread may own all this by now.
                    return Next.SUSPEND;
                }
            }
            next =
                    switch (state) {
                        case IDLE, PACKET -> receive();
                        case SUSPENDED -> ended();
                        case FLUSH -> flushResponse();
                        case DROP -> drop();
                        case LINGER -> tearDown.proceed();
                        case HANDLE -> GO_ON;
                    };
        } while (next == GO_ON);
        return next;
    }

    /** Without an answer, whatever it waited for: half a packet is no request. */
    @Override
    public Next expired() {
        if (state == FrontState.PACKET) {
            ajp.refusals.ended(
                    connection.givesWay() ? Refusal.GAVE_WAY : Refusal.HEADER_TIMEOUT,
                    "limit " + ajp.connectionTimeout + " ms",
                    transport().peer());
        }
        return Next.CLOSE;
    }

    @Override
    public boolean idle() {
        return state == FrontState.IDLE || state == FrontState.LINGER;
    }

    @Override
    public long owesSince() {
        return state == FrontState.PACKET || state == FrontState.LINGER ? since : OWES_NOTHING;
    }

    @Override
    public String state() {
        return switch (state) {
            case IDLE -> "waited for a request";
            case PACKET -> "waited for the rest of a packet";
            case HANDLE, SUSPENDED -> "had its request handled" + InFlightView.target(exchange());
            case FLUSH -> "did not read its response" + InFlightView.target(exchange());
            case DROP -> "had not sent a part of a body that nobody wanted";
            case LINGER -> "had its answer, and did not close";
        };
    }

    /** Null if there is none. From other threads only a hint, since they do not own the stream. */
    private Exchange exchange() {
        AjpStream current = stream;
        return current == null ? null : current.exchange;
    }

    @Override
    public void inFlight(Consumer<RequestInFlight> told) {
        InFlightView.tell(idle() ? null : exchange(), told);
    }

    @Override
    public void closed() {
        try {
            if (stream != null && (state == FrontState.FLUSH || state == FrontState.SUSPENDED)) {
                stream.exchange.abort();
                completed();
            }
        } finally {
            try {
                if (stream != null) {
                    release();
                }
            } finally {
                output.closed();
            }
        }
    }

    // ---- packets

    /** IDLE and PACKET: takes a whole packet, or reads more. */
    private Next receive() throws IOException {
        InputBuffer input = connection.input();
        while (true) {
            try {
                int length = packetLength(input);
                if (length >= 0) {
                    return packet(input, length);
                }
            } catch (HttpError e) {
                return endWithoutAnswer(e.refusal(), e.detail());
            }
            limitWait(input.remaining() > 0);
            ByteBuffer room = input.room(ajp.own.packetSize());
            int count = transport().read(room);
            input.received(count);
            if (count < 0) {
                if (input.remaining() > 0) {
                    ajp.refusals.ended(Refusal.AJP_PACKET, "it was cut", transport().peer());
                }
                return Next.CLOSE;
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
        }
    }

    /** The bytes of the next packet behind its header; -1 while it is not all there. */
    private int packetLength(InputBuffer input) throws HttpError {
        byte[] array = input.array();
        int at = input.position();
        int there = input.remaining();
        if (there > 0 && array[at] != 0x12 || there > 1 && array[at + 1] != 0x34) {
            throw Packet.malformed("it does not begin as one");
        }
        if (there < Packet.HEADER) {
            return -1;
        }
        int length = Packet.number(array, at + 2);
        if (length == 0 || length > ajp.own.packetSize() - Packet.HEADER) {
            throw HttpError.limit(Refusal.AJP_PACKET, ajp.own.packetSize(), length + Packet.HEADER);
        }
        if (there > Packet.HEADER) {
            requireType(array[at + Packet.HEADER], length);
        }
        return there < Packet.HEADER + length ? -1 : length;
    }

    /** A front may send a request or a ping, and nothing else of its own accord. */
    private static void requireType(byte type, int length) throws HttpError {
        switch (type) {
            case Packet.FORWARD_REQUEST -> {}
            case Packet.CPING -> {
                if (length != 1) {
                    throw Packet.malformed("a ping of " + length + " bytes");
                }
            }
            case Packet.PING -> throw Packet.malformed("a front that logs in by itself");
            case Packet.SHUTDOWN -> throw Packet.malformed("nobody stops the server by AJP");
            default -> throw Packet.malformed("a packet of type " + (type & 0xff));
        }
    }

    private Next packet(InputBuffer input, int length) throws IOException {
        int at = input.position() + Packet.HEADER;
        boolean ping = input.array()[at] == Packet.CPING;
        if (ping) {
            input.consume(Packet.HEADER + length);
            state = FrontState.IDLE;
            output.put(Packet.CPONG);
            output.flush();
            return Next.AGAIN;
        }
        stream = ajp.lend();
        stream.bind(this);
        try {
            stream.parse(input.array(), at + 1, at + length);
        } catch (HttpError e) {
            // Whoever has named the secret names it always: this is a part of a body that nobody
            // waits for, and an answer would reach the client that asks next.
            if (e.refusal() == Refusal.AJP_PACKET || trusted && e.refusal() == Refusal.AJP_SECRET) {
                release();
                return endWithoutAnswer(e.refusal(), e.detail());
            }
            stream.beginRefused(e.refusal());
            state = FrontState.SUSPENDED;
            stream.exchange.refuse(e.refusal(), e.detail());
            return GO_ON;
        } finally {
            input.consume(Packet.HEADER + length);
        }
        trusted = true;
        stream.begin();
        ajp.refusals.passed(stream.request.characters(), transport().peer());
        state = FrontState.HANDLE;
        return GO_ON;
    }

    private Next endWithoutAnswer(Refusal refusal, String detail) {
        ajp.refusals.ended(refusal, detail, transport().peer());
        return startLinger();
    }

    /** A whole packet has to arrive within the timeout, not each part of it. */
    private void limitWait(boolean begun) {
        if (!begun) {
            state = FrontState.IDLE;
            transport().readTimeout(ajp.keepAliveTimeout);
            return;
        }
        if (state == FrontState.IDLE) {
            since = millis();
            state = FrontState.PACKET;
            until = since + ajp.connectionTimeout;
        }
        transport().readTimeout(ajp.connectionTimeout <= 0 ? 0 : Math.max(1, until - millis()));
    }

    // ---- the end of a response

    /** The exchange is complete. */
    private Next ended() throws IOException {
        if (stream.aborted()) {
            return cut();
        }
        try {
            if (stream.isUncertain()) {
                stream.giveUpConnection();
            } else if (stream.keeps() && stream.dropOwed() && connection.input().remaining() > 0) {
                ajp.refusals.ended(
                        Refusal.AJP_PACKET, "bytes before the response", transport().peer());
                stream.giveUpConnection();
            }
        } catch (HttpError e) {
            ajp.refusals.ended(e.refusal(), e.detail(), transport().peer());
            stream.giveUpConnection();
        }
        state = FrontState.FLUSH;
        return GO_ON;
    }

    /** Without END_RESPONSE, so that the front knows that the response is not whole. */
    private Next cut() throws IOException {
        output.flush();
        completed();
        release();
        return startLinger();
    }

    private Next flushResponse() throws IOException {
        if (!stream.putRest()) {
            return whenSent();
        }
        output.flush();
        if (!output.isSent()) {
            return whenSent();
        }
        boolean keeps = stream.keeps();
        completed();
        if (!keeps) {
            release();
            return startLinger();
        }
        state = FrontState.DROP;
        return GO_ON;
    }

    /** The connection goes on when the socket has taken what it was given. */
    private Next whenSent() {
        output.whenRoom(() -> connection.driver().execute(connection));
        return Next.SUSPEND;
    }

    /**
     * The front has sent, or will send, the first part of a body that was not read; it belongs to
     * no other request.
     */
    private Next drop() throws IOException {
        InputBuffer input = connection.input();
        while (true) {
            try {
                if (stream.dropOwed()) {
                    release();
                    state = FrontState.IDLE;
                    if (input.remaining() > 0) {
                        return Next.AGAIN;
                    }
                    input.trim();
                    limitWait(false);
                    return Next.READ;
                }
            } catch (HttpError e) {
                release();
                return endWithoutAnswer(e.refusal(), e.detail());
            }
            transport().readTimeout(ajp.bodyTimeout);
            int count = transport().read(input.room(ajp.own.packetSize()));
            input.received(count);
            if (count < 0) {
                return Next.CLOSE;
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
        }
    }

    private Next startLinger() {
        state = FrontState.LINGER;
        since = millis();
        tearDown = new TearDown(connection, since);
        return GO_ON;
    }

    private void completed() {
        CompletionNotice.give(ajp.handler, stream.exchange);
    }

    /** The request is over: returns what it needed. */
    private void release() {
        AjpStream over = stream;
        stream = null;
        over.retire();
    }

    // ---- for the stream

    Transport transport() {
        return connection.transport();
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
