package dev.serval.benchmarks.websocket;

import com.sun.management.OperatingSystemMXBean;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Many connections to one endpoint, and the few threads that read them: opened by handshakes, busy
 * from {@link #go} on, until it is closed. Owned by the driver's thread.
 */
public final class Crowd implements AutoCloseable {
    /** 32 bytes. */
    static final String MESSAGE = "0123456789abcdef0123456789abcdef";

    /** Threads; the server needs the other cores. */
    public static final int THREADS =
            Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final List<SocketChannel> opened = new ArrayList<>();
    private final List<Loop> loops = new ArrayList<>();

    private Crowd() {}

    /** Connections that send a message when the echo of the last one has come. */
    public static Crowd echo(int port, String context, int connections)
            throws IOException, InterruptedException {
        Crowd crowd = new Crowd();
        try {
            crowd.open(port, context + EchoEndpoint.PATH, connections);
            String echo = ask(crowd.opened.get(0), MESSAGE);
            if (!echo.equals(MESSAGE)) {
                throw new IOException("the echo of " + MESSAGE + " is " + echo);
            }
            crowd.divide(EchoPlay::new, crowd.members());
            return crowd;
        } catch (IOException e) {
            crowd.close();
            throw e;
        }
    }

    /** One that sends, and receivers that all get it. */
    public static Crowd broadcast(int port, String context, int receivers)
            throws IOException, InterruptedException {
        Crowd crowd = new Crowd();
        try {
            crowd.open(port, context + BroadcastEndpoint.PATH, receivers + 1);
            crowd.awaitSessions(receivers + 1);
            List<Member> members = crowd.members();
            BroadcastPlay.Round round = new BroadcastPlay.Round(members.get(0), receivers);
            crowd.divide(() -> new BroadcastPlay(round), members);
            return crowd;
        } catch (IOException e) {
            crowd.close();
            throw e;
        }
    }

    private void open(int port, String path, int count) throws IOException {
        Handshake.requireDescriptors(count);
        for (int i = 0; i < count; i++) {
            opened.add(Handshake.open(port, path, i));
        }
    }

    private List<Member> members() {
        return opened.stream().map(Member::new).toList();
    }

    /** The server may open a session after its answer, and close one after its client. */
    private void awaitSessions(int wanted) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        String last = "";
        while (System.nanoTime() - end < 0) {
            last = ask(opened.get(0), BroadcastEndpoint.HOW_MANY);
            if (last.equals(Integer.toString(wanted))) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        throw new IOException(last + " sessions on " + wanted + " connections");
    }

    /** Sends a message and waits for the short answer; blocking. */
    private static String ask(SocketChannel channel, String message) throws IOException {
        channel.write(ClientFrame.text(message));
        DataInputStream in = new DataInputStream(channel.socket().getInputStream());
        in.readByte();
        byte[] payload = new byte[in.readByte()];
        in.readFully(payload);
        return new String(payload, StandardCharsets.US_ASCII);
    }

    private void divide(Supplier<Loop.Play> play, List<Member> members) throws IOException {
        for (int i = 0; i < THREADS; i++) {
            loops.add(new Loop("crowd-" + i, play.get()));
        }
        for (int i = 0; i < members.size(); i++) {
            loops.get(i % THREADS).add(members.get(i));
        }
    }

    /** The first messages are sent. */
    public void go() {
        loops.forEach(Thread::start);
    }

    /** What comes within the next seconds. */
    public Count count(double seconds) throws IOException, InterruptedException {
        loops.forEach(Loop::latencies);
        double cpu = cpuSeconds();
        long before = messages();
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        while (System.nanoTime() - end < 0) {
            TimeUnit.NANOSECONDS.sleep(
                    Math.min(end - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(100)));
            for (Loop loop : loops) {
                loop.check();
            }
        }
        long messages = messages() - before;
        double took = (System.nanoTime() - begin) / 1e9;
        if (messages == 0) {
            throw new IOException("no message in " + seconds + " s");
        }
        List<Latencies> latencies = loops.stream().map(Loop::latencies).toList();
        return new Count(
                messages,
                took,
                Latencies.quantile(latencies, 0.5),
                Latencies.quantile(latencies, 0.99),
                cpuSeconds() - cpu);
    }

    private long messages() {
        return loops.stream().mapToLong(Loop::messages).sum();
    }

    private static double cpuSeconds() {
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1e9;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (Loop loop : loops) {
            loop.end();
        }
        for (SocketChannel channel : opened) {
            channel.close();
        }
    }
}
