package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code ab} or {@code wrk} against every contender in turn, several rounds interleaved: requests
 * per second and the server's own CPU time per request, as medians with their spread, and as ratios
 * to Tomcat.
 *
 * <p>System properties: {@code client} (default AB, or WRK), {@code path} (/file.txt, or /hello for
 * the servlet), {@code amount} of a run (100000 requests of ab; 5 seconds of wrk), {@code clients}
 * (149), {@code rounds} (3), {@code bytes} of the file (13), {@code keepAlive} (true), {@code tls}
 * (none; TLSv1.3 or TLSv1.2).
 */
public final class Load {
    private static final int CLOCK_TICKS_PER_SECOND = 100;

    private record Result(double perSecond, double cpuMicros) {}

    private final LoadClient client = LoadClient.valueOf(System.getProperty("client", "AB"));
    private final String path = System.getProperty("path", "/file.txt");
    private final int amount = Integer.getInteger("amount", client == LoadClient.AB ? 100_000 : 5);
    private final int clients = Integer.getInteger("clients", 149);
    private final int rounds = Integer.getInteger("rounds", 3);
    private final int bytes = Integer.getInteger("bytes", 13);
    private final boolean keepAlive = Boolean.parseBoolean(System.getProperty("keepAlive", "true"));
    private final String protocol = System.getProperty("tls");
    private final Map<Contender, List<Result>> results = new TreeMap<>();

    private Load() {}

    public static void main(String[] args) throws Exception {
        List<Contender> contenders =
                args.length == 0
                        ? List.of(Contender.values())
                        : Arrays.stream(args).map(Contender::valueOf).toList();
        Load load = new Load();
        load.measure(contenders);
        load.print();
    }

    private void measure(List<Contender> contenders) throws Exception {
        Path documents = Files.createTempDirectory("serval-load");
        byte[] document = new byte[bytes];
        Arrays.fill(document, (byte) 'x');
        Files.write(documents.resolve("file.txt"), document);
        Path keys = Files.createTempDirectory("serval-load-keys");
        Encryption tls = protocol == null ? null : Encryption.create(protocol, keys);
        String scheme = tls == null ? "http" : "https";
        Map<Contender, Process> servers = new TreeMap<>();
        try {
            Map<Contender, String> urls = new TreeMap<>();
            for (Contender contender : contenders) {
                Process process = start(contender, documents, tls);
                servers.put(contender, process);
                urls.put(contender, scheme + "://127.0.0.1:" + port(process) + path);
            }
            for (Contender contender : contenders) {
                for (int i = 0; i < 3; i++) {
                    run(servers.get(contender), urls.get(contender));
                }
            }
            for (int round = 1; round <= rounds; round++) {
                for (Contender contender : contenders) {
                    Result result = run(servers.get(contender), urls.get(contender));
                    results.computeIfAbsent(contender, c -> new ArrayList<>()).add(result);
                    System.err.printf(
                            Locale.ROOT,
                            "round %d of %d, %s: %.0f requests/s, %.1f us%n",
                            round,
                            rounds,
                            contender,
                            result.perSecond,
                            result.cpuMicros);
                }
            }
        } finally {
            servers.values().forEach(Process::destroyForcibly);
            Files.deleteIfExists(documents.resolve("file.txt"));
            Files.deleteIfExists(documents);
            Files.deleteIfExists(keys.resolve("keystore.p12"));
            Files.deleteIfExists(keys);
        }
    }

    private static Process start(Contender contender, Path documents, Encryption tls)
            throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xms256m",
                                "-Xmx256m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Contender.class.getName(),
                                contender.name(),
                                documents.toString()));
        if (tls != null) {
            command.addAll(List.of(tls.protocol(), tls.keystore().toString()));
        }
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static int port(Process process) throws IOException {
        BufferedReader reader = process.inputReader();
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("a contender did not start");
        }
        return Integer.parseInt(line.strip());
    }

    private Result run(Process server, String url) throws IOException, InterruptedException {
        long before = cpuTicks(server);
        LoadClient.Count count = client.run(url, amount, clients, keepAlive);
        double cpu = (cpuTicks(server) - before) * 1e6 / CLOCK_TICKS_PER_SECOND;
        return new Result(count.perSecond, cpu / count.requests);
    }

    /** User and system time of the process, all its threads. */
    private static long cpuTicks(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    private void print() {
        System.out.printf(
                "%s, %d per run, %d clients, keep-alive %s, %s, %s, %d rounds interleaved, Java %s,"
                        + " -Xmx256m each%n",
                client,
                amount,
                clients,
                keepAlive,
                path.equals("/file.txt") ? bytes + " bytes" : path,
                protocol == null ? "plain text" : protocol,
                rounds,
                System.getProperty("java.version"));
        System.out.println("median (least - most)            requests/s        CPU us/request");
        for (Map.Entry<Contender, List<Result>> entry : results.entrySet()) {
            double[] perSecond =
                    entry.getValue().stream().mapToDouble(Result::perSecond).sorted().toArray();
            double[] cpu =
                    entry.getValue().stream().mapToDouble(Result::cpuMicros).sorted().toArray();
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %8.0f (%.0f - %.0f)  %6.2f (%.2f - %.2f)%n",
                    entry.getKey(),
                    perSecond[perSecond.length / 2],
                    perSecond[0],
                    perSecond[perSecond.length - 1],
                    cpu[cpu.length / 2],
                    cpu[0],
                    cpu[cpu.length - 1]);
        }
        if (results.containsKey(Contender.TOMCAT_NIO)) {
            double base = median(results.get(Contender.TOMCAT_NIO));
            results.forEach(
                    (contender, runs) ->
                            System.out.printf(
                                    Locale.ROOT,
                                    "%-12s %.2f of Tomcat's CPU per request%n",
                                    contender,
                                    median(runs) / base));
        }
    }

    private static double median(List<Result> runs) {
        double[] sorted = runs.stream().mapToDouble(Result::cpuMicros).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
