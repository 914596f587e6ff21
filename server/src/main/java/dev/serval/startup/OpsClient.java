package dev.serval.startup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Sends requests to the ops endpoint of this machine. Stateless. */
final class OpsClient {
    private static final int MOST_BYTES = 64 << 20;

    private OpsClient() {}

    /**
     * Reads a page; null if no server listens. HTTP/1.0, so that the answer ends with the
     * connection (RFC 9112 §6.3). The endpoint has time-outs of its own.
     *
     * @throws IOException if it does not answer with that page
     */
    static String get(Path socket, String path) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
            } catch (IOException | IllegalArgumentException e) {
                return null;
            }
            String request = "GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
            channel.write(StandardCharsets.US_ASCII.encode(request));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            ByteBuffer chunk = ByteBuffer.allocate(8192);
            while (answer.size() < MOST_BYTES && channel.read(chunk) >= 0) {
                answer.write(chunk.array(), 0, chunk.position());
                chunk.clear();
            }
            String text = answer.toString(StandardCharsets.UTF_8);
            int end = text.indexOf("\r\n\r\n");
            String status = text.lines().findFirst().orElse("nothing");
            if (end < 0 || !status.startsWith("HTTP/1.") || !status.contains(" 200")) {
                throw new IOException("the ops endpoint says " + status);
            }
            return text.substring(end + 4);
        }
    }
}
