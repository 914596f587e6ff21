package dev.serval.tests;

import dev.serval.embed.Serval;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A WebSocket of the JDK's client. Everything that comes is a line, in its order. One thread. */
final class SocketClient implements WebSocket.Listener, AutoCloseable {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private int bytes;
    private final WebSocket socket;

    private SocketClient(Wire wire, URI uri, UnaryOperator<WebSocket.Builder> more)
            throws Exception {
        HttpClient.Builder client = HttpClient.newBuilder();
        if (wire.tls()) {
            client.sslContext(TestTls.shared().anybody());
        }
        socket =
                more.apply(client.build().newWebSocketBuilder())
                        .buildAsync(uri, this)
                        .get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
    }

    static SocketClient open(Wire wire, Serval server, String path) throws Exception {
        return open(wire, server, path, unchanged -> unchanged);
    }

    static SocketClient open(
            Wire wire, Serval server, String path, UnaryOperator<WebSocket.Builder> more)
            throws Exception {
        return new SocketClient(wire, uri(wire, server, path), more);
    }

    static SocketClient open(Wire wire, String uri) throws Exception {
        return new SocketClient(wire, URI.create(uri), unchanged -> unchanged);
    }

    /** To a server that runs elsewhere. */
    static SocketClient open(int port, String path) throws Exception {
        URI uri = URI.create("ws://localhost:" + port + path);
        return new SocketClient(Wire.NIO, uri, unchanged -> unchanged);
    }

    static URI uri(Wire wire, Serval server, String path) {
        return URI.create((wire.tls() ? "wss" : "ws") + "://localhost:" + server.port() + path);
    }

    WebSocket socket() {
        return socket;
    }

    SocketClient say(String message) throws Exception {
        return part(message, true);
    }

    SocketClient part(String part, boolean last) throws Exception {
        socket.sendText(part, last).get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
        return this;
    }

    SocketClient say(ByteBuffer message) throws Exception {
        socket.sendBinary(message, true).get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
        return this;
    }

    /** The next thing that comes. */
    String next() throws InterruptedException {
        String line = lines.poll(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new AssertionError("nothing came");
        }
        return line;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            lines.add(text.toString());
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean last) {
        bytes += part.remaining();
        if (last) {
            lines.add(bytes + " bytes");
            bytes = 0;
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onPing(WebSocket from, ByteBuffer data) {
        lines.add("ping " + StandardCharsets.US_ASCII.decode(data));
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onPong(WebSocket from, ByteBuffer data) {
        lines.add("pong " + StandardCharsets.US_ASCII.decode(data));
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        lines.add("closed " + code + " " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        lines.add("failed " + error);
    }

    @Override
    public void close() {
        socket.abort();
    }
}
