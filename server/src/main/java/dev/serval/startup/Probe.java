package dev.serval.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** Asks a port of our own whether it answers. Stateless. */
final class Probe {
    private static final byte[] QUESTION =
            "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANSWER = "HTTP/1.1 ".getBytes(StandardCharsets.US_ASCII);

    private Probe() {}

    /** True when something that speaks HTTP/1.1 answers within the time, whatever the status. */
    static boolean answers(SocketAddress address, Duration within) {
        if (address instanceof UnixDomainSocketAddress) {
            return listens(address);
        }
        try (Socket socket = new Socket()) {
            int millis = Math.toIntExact(within.toMillis());
            socket.connect(address, millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write(QUESTION);
            InputStream in = socket.getInputStream();
            boolean http = Arrays.equals(in.readNBytes(ANSWER.length), ANSWER);
            in.transferTo(OutputStream.nullOutputStream());
            return http;
        } catch (IOException e) {
            // That is the answer: it does not.
            return false;
        }
    }

    /** Reading with a limit is not to be had there. */
    private static boolean listens(SocketAddress address) {
        try (SocketChannel socket = SocketChannel.open(address)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
