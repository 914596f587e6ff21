package dev.serval.websocket.wire;

import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server that sends back what comes, with no endpoint but the wire. */
final class EchoServer implements AutoCloseable {
    static final Limits LARGE = new Limits(1 << 22, 1 << 22, 0, 20_000, 1000, 1 << 18);

    /** Sends back what comes. */
    static class Echo implements MessageReceiver {
        volatile WebSocketConnection connection;
        final Queue<String> told = new ConcurrentLinkedQueue<>();

        @Override
        public void opened(WebSocketConnection opened) {
            connection = opened;
            told.add("opened");
        }

        @Override
        public boolean takesTextParts() {
            return false;
        }

        @Override
        public boolean takesBinaryParts() {
            return false;
        }

        @Override
        public void text(String message) {
            try {
                connection.sendText(message);
            } catch (IOException e) {
                told.add(e.toString());
            }
        }

        @Override
        public void textPart(String part, boolean last) {
            throw new AssertionError("not in parts");
        }

        @Override
        public void binary(ByteBuffer message) {
            connection.sendBinary(message, 0, SendCompletion.IGNORED);
        }

        @Override
        public void binaryPart(ByteBuffer part, boolean last) {
            throw new AssertionError("not in parts");
        }

        @Override
        public void pong(ByteBuffer data) {
            told.add("pong");
        }

        @Override
        public void failed(Throwable cause) {
            told.add("failed " + cause);
        }

        @Override
        public void closed(int code, String reason) {
            told.add("closed " + code + " " + reason);
        }
    }

    /** Does the handshake (RFC 6455 §4.2). */
    private static final class Handshake extends HttpServlet {
        private static final long serialVersionUID = 1L;

        private final transient Limits limits;
        private final transient Queue<Echo> opened;

        Handshake(Limits limits, Queue<Echo> opened) {
            this.limits = limits;
            this.opened = opened;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            PerMessageDeflate deflate = null;
            String extensions = request.getHeader("Sec-WebSocket-Extensions");
            if (extensions != null) {
                deflate =
                        PerMessageDeflate.accept(
                                ExtensionOffer.parse(List.of(extensions)),
                                request.getPathInfo().equals("/keeps"));
                response.setHeader("Sec-WebSocket-Extensions", deflate.answer().toString());
            }
            response.setStatus(101);
            response.setHeader("Upgrade", "websocket");
            response.setHeader("Connection", "Upgrade");
            response.setHeader(
                    "Sec-WebSocket-Accept", accept(request.getHeader("Sec-WebSocket-Key")));
            Echo echo = new Echo();
            opened.add(echo);
            request.upgrade(WebSocketUpgradeHandler.class)
                    .prepare(limits, deflate, echo, Echo.class);
        }

        private static String accept(String key) {
            String text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
            try {
                return Base64.getEncoder()
                        .encodeToString(
                                MessageDigest.getInstance("SHA-1")
                                        .digest(text.getBytes(StandardCharsets.ISO_8859_1)));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    final Queue<Echo> opened = new ConcurrentLinkedQueue<>();
    private final Serval serval;

    EchoServer(IoModel io, Limits limits) throws Exception {
        serval =
                Serval.onPort(0)
                        .io(io)
                        .address("localhost")
                        .servlet("", "/*", new Handshake(limits, opened))
                        .start();
    }

    int port() {
        return serval.port();
    }

    /** A socket on which the handshake is over. */
    Socket connect(String path, String extensions) throws IOException {
        Socket socket = new Socket("localhost", port());
        socket.setTcpNoDelay(true);
        String field = extensions == null ? "" : "Sec-WebSocket-Extensions: " + extensions + "\r\n";
        socket.getOutputStream()
                .write(
                        ("GET "
                                        + path
                                        + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                        + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                        + field
                                        + "\r\n")
                                .getBytes(StandardCharsets.ISO_8859_1));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the end behind " + head);
            }
            head.append((char) next);
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(head.toString());
        }
        return socket;
    }

    @Override
    public void close() {
        serval.close();
    }
}
