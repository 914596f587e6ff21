package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Three hundred connections send a head byte by byte: on BIO with platform threads they are more
 * than its 200, on the others as many as {@code maxConnections}. Everybody else gets in by their
 * end.
 */
record SlowHeadFault() implements Scenario {
    private static final int CONNECTIONS = 300;
    private static final int MOST_REFUSED = 10;
    private static final int MILLIS = 4000;
    private static final int TIMEOUT = 5500;
    private static final String HEAD =
            "GET /hello HTTP/1.1\r\nHost: localhost\r\nUser-Agent: " + "slow".repeat(200);

    @Override
    public String name() {
        return "slow-heads";
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        FaultPlan plan = FaultPlan.USUAL.timeout(TIMEOUT);
        return wire == Wire.BIO && jdk < 21
                ? plan.connector("maxThreads=\"200\"")
                : plan.connector("maxConnections=\"" + CONNECTIONS + "\"");
    }

    @Override
    public int slowest() {
        return 1000;
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        int full = 0;
        while (sockets.size() < CONNECTIONS && full < MOST_REFUSED) {
            try {
                sockets.add(scene.hold(scene.server().plain().open(200)));
            } catch (IOException e) {
                full++; // The queue is, where the system allows a short one only.
            }
        }
        int opened = sockets.size();
        int closed = 0;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
        for (int at = 0; at < HEAD.length() && System.nanoTime() < end; at++) {
            for (Socket socket : List.copyOf(sockets)) {
                try {
                    socket.getOutputStream().write(HEAD.charAt(at));
                } catch (IOException e) {
                    sockets.remove(socket);
                    closed++;
                }
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        scene.note(
                "of %d slow ones the server closed %d within %d ms"
                        .formatted(opened, closed, MILLIS));
    }
}
