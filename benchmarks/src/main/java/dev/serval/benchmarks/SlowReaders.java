package dev.serval.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What others notice of many slow downloads: {@code -Dreaders=500} clients read a file of 100 MB at
 * {@code -Drate=64} KiB a second each, while wrk with {@code -Dclients=50} connections fetches 13
 * bytes again and again for {@code -Damount=10} seconds; beside the same without them.
 */
public final class SlowReaders {
    private static final int READERS = Integer.getInteger("readers", 500);
    private static final int RATE = Integer.getInteger("rate", 64) * 1024;
    private static final int TURNS_PER_SECOND = 10;
    private static final int LARGE = 100_000_000;

    private final List<SocketChannel> readers = new ArrayList<>();
    private volatile boolean over;
    private long received;
    private int lost;

    private SlowReaders() {}

    /** Takes the contenders; none means all. */
    public static void main(String[] args) throws Exception {
        List<Contender> contenders =
                args.length == 0
                        ? List.of(Contender.values())
                        : Arrays.stream(args).map(Contender::named).toList();
        LoadScenario small =
                new LoadScenario(
                        "13 B",
                        LoadClient.WRK,
                        Request.files(13),
                        Integer.getInteger("clients", 50),
                        LoadScenario.KEEP_ALIVE,
                        Integer.getInteger("amount", 10),
                        null,
                        1,
                        false);
        Suite suite = new Suites(Effort.FULL).named("load").withServers(contenders);
        System.out.printf(
                "%-26s %12s %10s %12s %10s   %s%n",
                "", "alone req/s", "p99 ms", "beside req/s", "p99 ms", "slow readers");
        try (Servers servers = new Servers(suite)) {
            servers.document(LARGE);
            for (Contender contender : contenders) {
                measure(contender, small, servers);
                servers.stop(contender);
            }
        }
    }

    private static void measure(Contender contender, LoadScenario small, Servers servers)
            throws Exception {
        small.prepare(contender, servers);
        RunningServer server = servers.get(contender);
        String origin = servers.origin(server);
        LoadClient.Count alone = ClientRun.of(small, origin, null, servers.work());
        SlowReaders slow = new SlowReaders();
        slow.open(server.port());
        Thread reading = new Thread(slow::read, "slow readers");
        reading.start();
        LoadClient.Count beside;
        try {
            beside = ClientRun.of(small, origin, null, servers.work());
        } finally {
            slow.over = true;
            reading.join();
        }
        System.out.printf(
                Locale.ROOT,
                "%-26s %12.0f %10.2f %12.0f %10.2f   %d MB read by %d, %d cut%n",
                contender,
                alone.perSecond,
                alone.p99Millis,
                beside.perSecond,
                beside.p99Millis,
                slow.received / 1_000_000,
                READERS,
                slow.lost);
    }

    private void open(int port) throws IOException {
        byte[] request =
                ("GET /" + LARGE + ".txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < READERS; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RATE);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.write(ByteBuffer.wrap(request));
            channel.configureBlocking(false);
            readers.add(channel);
        }
    }

    /** A little from each, then a pause, so that each gets its rate. */
    private void read() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(RATE / TURNS_PER_SECOND);
        try {
            while (!over) {
                long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(1) / TURNS_PER_SECOND;
                for (SocketChannel reader : readers) {
                    if (reader.isOpen()) {
                        read(reader, buffer.clear());
                    }
                }
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
            }
            for (SocketChannel reader : readers) {
                reader.close();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the slow readers failed", e);
        }
    }

    private void read(SocketChannel reader, ByteBuffer buffer) throws IOException {
        int count;
        try {
            count = reader.read(buffer);
        } catch (IOException e) {
            count = -1;
        }
        if (count < 0) {
            lost++;
            reader.close();
        } else {
            received += count;
        }
    }
}
