package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/**
 * Four hundred idle connections to a process that may have 220 descriptors: no spin, a log that can
 * be read, and whoever has something to ask gets in.
 */
record DescriptorFault() implements Scenario {
    private static final int DESCRIPTORS = 220;
    private static final int CONNECTIONS = 400;
    private static final int MILLIS = 4000;

    @Override
    public String name() {
        return "descriptors";
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.descriptors(DESCRIPTORS).timeout(5500);
    }

    @Override
    public int slowest() {
        return 2000;
    }

    /** In the moment in which the last descriptor goes, a file cannot be opened: that is a 500. */
    @Override
    public int failures() {
        return 2;
    }

    @Override
    public long logBytes() {
        return 50_000;
    }

    @Override
    public long cpuMillis() {
        return MILLIS / 2;
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        InetSocketAddress address =
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), scene.server().plain().port());
        int refused = 0;
        for (int i = 0; i < CONNECTIONS; i++) {
            Socket socket = scene.hold(new Socket());
            try {
                socket.connect(address, 200);
            } catch (IOException e) {
                refused++;
            }
        }
        TimeUnit.MILLISECONDS.sleep(MILLIS);
        scene.note(CONNECTIONS - refused + " idle connections were opened");
    }
}
