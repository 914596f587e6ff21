package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Many requests at once on one connection. Stateless. */
final class Flood {
    private static final int MILLIS = 5000;

    private Flood() {}

    /**
     * @return the status of the first
     */
    static int of(Client client, String path, int requests) throws IOException {
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n";
        String all = (head + "\r\n").repeat(requests - 1) + head + "Connection: close\r\n\r\n";
        try (Socket socket = client.open(MILLIS)) {
            socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
            String bytes =
                    Client.readToEnd(
                            socket, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS));
            return new Answer(bytes, 0).status();
        }
    }
}
