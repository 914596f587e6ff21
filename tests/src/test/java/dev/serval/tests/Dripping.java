package dev.serval.tests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that send a byte of a head now and then, for ever, and do not go when they are told to:
 * one whose connection is gone connects again. On a thread of its own; reads nothing.
 */
final class Dripping implements AutoCloseable {
    private static final long NANOS_BETWEEN_BYTES = TimeUnit.MILLISECONDS.toNanos(100);

    private final int port;
    private final byte[] bytes;
    private final List<Socket> sockets = new ArrayList<>();
    private final Thread thread = new Thread(this::drip, "dripping");
    private volatile boolean over;
    private int round;

    /** So many that drip a request line; those of a wire with TLS never get beyond its hello. */
    Dripping(Wire wire, int port, int count) throws IOException {
        this.port = port;
        bytes =
                wire.tls()
                        ? new byte[] {22, 3, 1, 1, 0, 1}
                        : "GET /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (int i = 0; i < count; i++) {
            sockets.add(connect());
        }
    }

    /** These, which drip the hello of TLS. */
    Dripping(List<Socket> sockets) {
        port = 0;
        bytes = new byte[] {22, 3, 1, 1, 0, 1};
        this.sockets.addAll(sockets);
    }

    Dripping begin() {
        thread.start();
        return this;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2000);
        return socket;
    }

    private void drip() {
        while (!over) {
            for (int i = 0; i < sockets.size() && !over; i++) {
                try {
                    sockets.get(i).getOutputStream().write(bytes[round % bytes.length]);
                } catch (IOException e) {
                    again(i);
                }
            }
            round++;
            LockSupport.parkNanos(NANOS_BETWEEN_BYTES);
        }
    }

    private void again(int i) {
        try {
            sockets.get(i).close();
            if (port != 0) {
                sockets.set(i, connect());
            }
        } catch (IOException e) {
            // The queue of the port is full: with the next round.
        }
    }

    @Override
    public void close() throws Exception {
        over = true;
        if (thread.isAlive()) {
            thread.join();
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
