package dev.serval.websocket.container;

import dev.serval.http.BytesHandler;
import dev.serval.http.UpgradedBytes;
import dev.serval.websocket.handshake.ClientSocket;
import dev.serval.websocket.wire.ClientBytes;
import dev.serval.websocket.wire.Limits;
import dev.serval.websocket.wire.MessageReceiver;
import dev.serval.websocket.wire.PerMessageDeflate;
import dev.serval.websocket.wire.Role;
import dev.serval.websocket.wire.WebSocketConnection;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** The client's end of a connection. Called in its turns. */
final class ClientEnd implements BytesHandler {
    private static final AtomicLong THREADS = new AtomicLong();

    private final Limits limits;
    private final PerMessageDeflate deflate;
    private final MessageReceiver receiver;
    private WebSocketConnection connection;

    private ClientEnd(Limits limits, PerMessageDeflate deflate, MessageReceiver receiver) {
        this.limits = limits;
        this.deflate = deflate;
        this.receiver = receiver;
    }

    /**
     * Starts after the handshake; the receiver was called when this returns.
     *
     * @param deflate null without compression
     */
    static void begin(
            ClientSocket.Connected at,
            Limits limits,
            PerMessageDeflate deflate,
            MessageReceiver receiver)
            throws IOException {
        ClientEnd end = new ClientEnd(limits, deflate, receiver);
        new ClientBytes(at.socket(), at.line(), new byte[0], ClientEnd::start, end, end::lost)
                .begin();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "websocket-client-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        // The receiver sets the application's loader for its calls; otherwise the thread has none.
        thread.setContextClassLoader(ClientEnd.class.getClassLoader());
        thread.start();
    }

    @Override
    public Object kind() {
        return ClientEnd.class;
    }

    @Override
    public void opened(UpgradedBytes bytes) throws IOException {
        connection = new WebSocketConnection(Role.CLIENT, bytes, limits, deflate, receiver);
        connection.opened();
    }

    @Override
    public void readable() throws IOException {
        connection.readable();
    }

    @Override
    public void turn() throws IOException {
        connection.turn();
    }

    private void lost() {
        if (connection != null) {
            connection.lost();
        }
    }
}
