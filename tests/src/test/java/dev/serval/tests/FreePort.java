package dev.serval.tests;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that run in processes of their own and must be told one. Below those that
 * systems give to whoever asks for any, connections of clients included: while a process starts,
 * another test gets such a port easily. Stateless.
 */
final class FreePort {
    private static final int FIRST = 12_000;
    private static final int BEHIND = 32_000;

    private FreePort() {}

    /** One on which nobody listens. */
    static int find() throws IOException {
        for (int attempt = 0; attempt < 1000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, BEHIND);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(port));
                return port;
            } catch (IOException e) {
                // It is taken.
            }
        }
        throw new IOException("no port is free");
    }
}
