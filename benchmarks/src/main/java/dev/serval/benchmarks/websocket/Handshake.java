package dev.serval.benchmarks.websocket;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Opens connections to the endpoints of a server on this machine. Stateless. */
public final class Handshake {
    /** Where the echo is, below the path of the application. */
    public static final String ECHO = EchoEndpoint.PATH;

    private static final int PATIENCE = 20_000;
    // A pair of addresses has about 28,000 ports.
    private static final int PER_ADDRESS = 20_000;
    // Files, jars and sockets of the rest of the driver.
    private static final int OTHER_DESCRIPTORS = 200;
    // Those of RFC 6455 §1.3.
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final String ACCEPTED = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    private Handshake() {}

    /**
     * @throws IOException when this process cannot have so many connections
     */
    public static void requireDescriptors(int connections) throws IOException {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof UnixOperatingSystemMXBean system) {
            long most = system.getMaxFileDescriptorCount();
            if (most < connections + OTHER_DESCRIPTORS) {
                throw new IOException(
                        "ulimit -n is %,d: %,d connections need %,d, in the server too"
                                .formatted(most, connections, connections + OTHER_DESCRIPTORS));
            }
        }
    }

    /**
     * Opens one, in blocking mode, and waits for the answer.
     *
     * @param path of the application and the endpoint
     * @param number of the connection: each local address is for so many as there are ports
     */
    public static SocketChannel open(int port, String path, int number) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (number >= PER_ADDRESS) {
                channel.bind(new InetSocketAddress("127.0.0." + (1 + number / PER_ADDRESS), 0));
            }
            channel.socket()
                    .connect(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                            PATIENCE);
            channel.socket().setSoTimeout(PATIENCE);
            channel.write(
                    ByteBuffer.wrap(
                            """
                            GET %s HTTP/1.1\r
                            Host: localhost\r
                            Upgrade: websocket\r
                            Connection: Upgrade\r
                            Sec-WebSocket-Key: %s\r
                            Sec-WebSocket-Version: 13\r
                            \r
                            """
                                    .formatted(path, KEY)
                                    .getBytes(StandardCharsets.US_ASCII)));
            String answer = head(channel.socket().getInputStream());
            if (!answer.startsWith("HTTP/1.1 101") || !answer.contains(ACCEPTED)) {
                throw new IOException(
                        "no WebSocket at " + path + ": " + answer.lines().findFirst().orElse(""));
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Byte by byte: what follows is no part of it. */
    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int end = 0;
        while (end < 4) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no answer to a handshake: " + head);
            }
            head.write(next);
            end = next == "\r\n\r\n".charAt(end) ? end + 1 : next == '\r' ? 1 : 0;
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }
}
