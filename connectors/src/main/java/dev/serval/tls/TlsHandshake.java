package dev.serval.tls;

import dev.serval.buffer.InputBuffer;
import dev.serval.jfr.Flight;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Next;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The beginning of a TLS connection (RFC 8446 §4, RFC 5246 §7.3). Owned by the owner of the
 * connection; long tasks run on a worker.
 *
 * <pre>
 *   HELLO: look at the first bytes --- a letter: plain HTTP, refused in its own words
 *     | the whole of it: an engine for its host, and what ALPN may choose
 *     v
 *   SHAKE: unwrap, wrap, tasks --- failed, or too late: alert, close
 *     | over
 *     v
 *   the connection gets the TLS transport and the conversation of the protocol that was chosen,
 *   or ends, if the client wanted a proof of control
 * </pre>
 */
final class TlsHandshake implements Conversation {
    private static final Logger LOG = LoggerFactory.getLogger(TlsHandshake.class);

    // The result of a step that leads to another state and waits for nothing.
    private static final Next GO_ON = null;

    private final Tls tls;
    private final Connection connection;
    private final long since = millis();
    private final long until;
    private final HelloExtent extent = new HelloExtent();
    // Null until the client has named its host.
    private TlsTransport transport;
    // Whether the connection ends with the handshake, see TlsEngines.proof.
    private boolean proves;
    // The failure of a task of the engine, which is lost; thrown by the next step.
    private Throwable failure;

    TlsHandshake(Tls tls, Connection connection) {
        this.tls = tls;
        this.connection = connection;
        until = since + tls.timeout;
    }

    @Override
    public Next proceed() throws IOException {
        try {
            limitWaits();
            Next next = transport == null ? hello() : GO_ON;
            return next == GO_ON ? shake() : next;
        } catch (SSLException e) {
            return failed(e.getMessage());
        }
    }

    @Override
    public Next expired() {
        LOG.debug(
                "TLS handshake with {} was not over after {} ms, see connectionTimeout",
                connection.transport().peer(),
                tls.timeout);
        return Next.CLOSE;
    }

    @Override
    public String state() {
        return "had not ended its TLS handshake";
    }

    /** An aborted handshake costs its client nothing but a new one. */
    @Override
    public boolean idle() {
        return true;
    }

    @Override
    public long owesSince() {
        return since;
    }

    @Override
    public void closed() {
        if (transport != null) {
            transport.inbound.release();
            transport.outbound.release();
        }
    }

    /** The whole handshake has to be over in time, not each message by itself. */
    private void limitWaits() {
        long left = tls.timeout <= 0 ? 0 : Math.max(1, until - millis());
        Transport socket = connection.transport();
        socket.readTimeout(left);
        socket.writeTimeout(left);
        if (transport != null) {
            transport.readTimeout(left);
        }
    }

    private Next hello() throws IOException {
        InputBuffer input = connection.input();
        while (true) {
            if (input.remaining() > 0) {
                if (isLetter(input.array()[input.position()])) {
                    connection.conversation(tls.plainText.apply(connection));
                    return Next.AGAIN;
                }
                if (extent.reached(input.array(), input.position(), input.limit())) {
                    return begin(input);
                }
            }
            ByteBuffer room = input.room(ClientHello.MOST);
            if (room == null) {
                return begin(input);
            }
            int count = connection.transport().read(room);
            input.received(count);
            if (count < 0) {
                return failed("the client has gone");
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
            limitWaits();
        }
    }

    /**
     * True for a letter: no record begins with one, every method does (RFC 8446 §5.1, RFC 9110
     * §9.1).
     */
    private static boolean isLetter(byte b) {
        return b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z';
    }

    private Next begin(InputBuffer input) throws SSLException {
        ClientHello hello = ClientHello.parsePart(input.array(), input.position(), input.limit());
        SSLEngine engine = hello.asksForProof() ? tls.engines.proof(hello) : null;
        proves = engine != null;
        if (proves) {
            engine.setHandshakeApplicationProtocolSelector((its, offered) -> ClientHello.PROOF);
        } else {
            engine = tls.engines.engine(hello);
            engine.setHandshakeApplicationProtocolSelector(tls.selector);
        }
        transport =
                new TlsTransport(
                        connection.transport(),
                        connection.driver(),
                        engine,
                        hello.host(),
                        tls.content,
                        tls.received,
                        tls.sent);
        transport.inbound.begin(input.array(), input.position(), input.remaining());
        input.release();
        engine.beginHandshake();
        limitWaits();
        return GO_ON;
    }

    private Next shake() throws IOException {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        SSLEngine engine = transport.engine;
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!transport.outbound.flush()) {
                        return Next.WRITE;
                    }
                    if (!transport.inbound.advance()) {
                        return transport.inbound.truncated()
                                ? failed("the client has gone")
                                : Next.READ;
                    }
                }
                case NEED_WRAP -> {
                    if (!transport.outbound.flush()) {
                        return Next.WRITE;
                    }
                }
                case NEED_TASK -> {
                    if (connection.driver().compute(this::work)) {
                        // Another thread may own the connection by now.
                        return Next.SUSPEND;
                    }
                    runTasks();
                }
                case NOT_HANDSHAKING, FINISHED -> {
                    return transport.outbound.flush() ? over() : Next.WRITE;
                }
            }
        }
    }

    /** Runs on a worker, which then goes on with the connection. */
    private void work() {
        try {
            runTasks();
        } catch (RuntimeException | Error e) {
            // The engine waits for a task that is lost; nobody else would end the connection.
            failure = e;
        }
        Runnable next = connection.driver().resume(connection);
        if (next != null) {
            next.run();
        }
    }

    /** The engine throws at the next step what a task has thrown. */
    private void runTasks() {
        SSLEngine engine = transport.engine;
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private Next over() {
        flight(true);
        connection.transport(transport);
        if (proves) {
            return Next.CLOSE;
        }
        String protocol = transport.engine.getApplicationProtocol();
        connection.conversation(
                tls.next.open(connection, transport.host, protocol == null ? "" : protocol));
        return Next.AGAIN;
    }

    /**
     * A mistake of the client or in the settings: logs one line, and sends the alert that says why.
     */
    private Next failed(String why) {
        flight(false);
        LOG.debug("TLS handshake with {} failed: {}", connection.transport().peer(), why);
        if (transport != null) {
            transport.alert();
        }
        return Next.CLOSE;
    }

    private void flight(boolean succeeded) {
        SSLSession session = transport == null ? null : transport.engine.getSession();
        Flight.shaken(
                connection.transport().peer(),
                session == null ? null : session.getProtocol(),
                session == null ? null : session.getCipherSuite(),
                succeeded,
                millis() - since);
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
