package dev.serval.benchmarks.faults;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * A client that opens a connection per request and waits no longer than it was told, all in all.
 * Thread-safe.
 *
 * @param tls null for plain connections
 */
record Client(int port, SSLSocketFactory tls) {

    private static final int LATE_MILLIS = 500;

    /** A connection, the handshake done. */
    Socket open(int millis) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
            socket.setSoTimeout(millis);
            socket.setTcpNoDelay(true);
            if (tls == null) {
                return socket;
            }
            SSLSocket secure = (SSLSocket) tls.createSocket(socket, "localhost", port, true);
            secure.startHandshake();
            return secure;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * @param fields whole lines, each with its line end; may be empty
     * @throws SocketTimeoutException when the answer has not ended in time
     */
    Answer get(String path, String fields, int millis) throws IOException {
        return send(
                "GET "
                        + path
                        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + fields
                        + "\r\n",
                millis);
    }

    /** Sends a whole request and reads up to the end of the connection. */
    Answer send(String request, int millis) throws IOException {
        long begun = System.nanoTime();
        try (Socket socket = open(millis)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String bytes = readToEnd(socket, begun + TimeUnit.MILLISECONDS.toNanos(millis));
            return new Answer(bytes, millisSince(begun));
        }
    }

    /**
     * What comes until the server ends the connection; a reset is an end, too.
     *
     * @param deadline of {@link System#nanoTime}
     */
    static String readToEnd(Socket socket, long deadline) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[8192];
        InputStream in = socket.getInputStream();
        while (true) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left < -LATE_MILLIS) {
                throw new SocketTimeoutException("no end after " + all.size() + " bytes");
            }
            // Whoever has ended before it is looked at has ended in time.
            socket.setSoTimeout((int) Math.max(1, left));
            int read;
            try {
                read = in.read(some);
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                read = -1;
            }
            if (read < 0) {
                return all.toString(StandardCharsets.ISO_8859_1);
            }
            all.write(some, 0, read);
        }
    }

    static long millisSince(long begun) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    }
}
