package dev.serval.tests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A process of its own that may have few descriptors, and in it a {@link ServerUnderTest}. What it
 * prints are its port, then its log.
 */
final class FewDescriptors implements AutoCloseable {
    private final Process process;
    private final Thread reader;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Integer> port = new ArrayBlockingQueue<>(1);

    private static final List<String> WARM_UP =
            List.of(
                    ServerUnderTest.request("GET", "/hello.txt"),
                    ServerUnderTest.request("GET", "/app/ignore"),
                    "malformed\r\n\r\n");

    /** What runs in the process. */
    public static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws IOException {
            ServerUnderTest server =
                    ServerUnderTest.start(
                            Wire.valueOf(arguments[0]), new Settings().keepAliveTimeout(60_000));
            // From directories, unlike from jars, no class can be loaded without descriptors.
            for (String request : WARM_UP) {
                server.exchange(request);
            }
            System.out.println("port " + server.port());
            while (System.in.read() >= 0) {
                // Until the test closes it.
            }
            server.close();
        }
    }

    FewDescriptors(Wire wire, int most) throws IOException {
        process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "ulimit -n "
                                        + most
                                        + "; exec \"$0\" -Xmx256m -cp \"$1\" \"$2\" \"$3\"",
                                System.getProperty("java.home") + "/bin/java",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                wire.name())
                        .redirectErrorStream(true)
                        .start();
        reader = new Thread(this::read, "few-descriptors");
        reader.start();
    }

    private void read() {
        try (BufferedReader said =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.startsWith("port ")) {
                    port.add(Integer.parseInt(line.substring(5)));
                }
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add(e.toString());
        }
    }

    int port() throws InterruptedException {
        Integer found = port.poll(60, TimeUnit.SECONDS);
        if (found == null) {
            throw new AssertionError("no port, but " + lines);
        }
        port.add(found);
        return found;
    }

    /** What was printed so far. */
    List<String> lines() {
        return lines;
    }

    /** Seconds of a core that it has used so far. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    @Override
    public void close() throws Exception {
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        reader.join();
    }
}
