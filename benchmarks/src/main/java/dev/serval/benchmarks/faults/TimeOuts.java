package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Connections that the server has to end by itself: one that says nothing, one that stops within
 * the head, one that stays after its answer. Owned by the driver's thread.
 */
final class TimeOuts {
    /** How much later than promised they may end, milliseconds. */
    static final int GRACE_MILLIS = 2000;

    private record Waiting(String name, Socket socket) {}

    private TimeOuts() {}

    /**
     * @param millis after which they have to have ended
     * @return those that it left open, by name; empty if it has ended all
     */
    static String leftOpen(List<Client> clients, int millis) throws IOException {
        List<Waiting> waiting = new ArrayList<>();
        StringBuilder left = new StringBuilder();
        try {
            for (Client client : clients) {
                String wire = client.tls() == null ? "" : " (TLS)";
                waiting.add(opened(client, "idle" + wire, ""));
                waiting.add(opened(client, "half head" + wire, "GET /hello HTTP/1.1\r\nHo"));
                waiting.add(
                        opened(
                                client,
                                "kept" + wire,
                                "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            }
            // Each is due by then, whatever the others do.
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (Waiting one : waiting) {
                try {
                    Client.readToEnd(one.socket, deadline);
                } catch (SocketTimeoutException e) {
                    left.append(left.isEmpty() ? "" : ", ").append(one.name);
                }
            }
        } finally {
            for (Waiting one : waiting) {
                one.socket.close();
            }
        }
        return left.toString();
    }

    private static Waiting opened(Client client, String name, String begun) throws IOException {
        Socket socket = client.open(GRACE_MILLIS);
        socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
        return new Waiting(name, socket);
    }
}
