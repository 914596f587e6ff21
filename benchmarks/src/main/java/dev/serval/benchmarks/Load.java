package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code ab -k} against every contender in turn, several rounds interleaved: requests per second
 * and the server's own CPU time per request, as medians with their spread, and as ratios to Tomcat.
 *
 * <p>System properties: {@code requests} (default 100000), {@code clients} (149), {@code rounds}
 * (3), {@code bytes} of the file (13), {@code keepAlive} (true).
 */
public final class Load {
    private static final int CLOCK_TICKS_PER_SECOND = 100;

    private record Result(double perSecond, double cpuMicros, int failed) {}

    private Load() {}

    public static void main(String[] args) throws Exception {
        int requests = Integer.getInteger("requests", 100_000);
        int clients = Integer.getInteger("clients", 149);
        int rounds = Integer.getInteger("rounds", 3);
        int bytes = Integer.getInteger("bytes", 13);
        boolean keepAlive = Boolean.parseBoolean(System.getProperty("keepAlive", "true"));
        List<Contender> contenders =
                args.length == 0
                        ? List.of(Contender.values())
                        : Arrays.stream(args).map(Contender::valueOf).toList();

        Path documents = Files.createTempDirectory("serval-load");
        byte[] document = new byte[bytes];
        Arrays.fill(document, (byte) 'x');
        Files.write(documents.resolve("file.txt"), document);

        Map<Contender, List<Result>> results = new TreeMap<>();
        List<Process> processes = new ArrayList<>();
        try {
            Map<Contender, String> urls = new TreeMap<>();
            Map<Contender, Process> servers = new TreeMap<>();
            for (Contender contender : contenders) {
                Process process = start(contender, documents);
                processes.add(process);
                servers.put(contender, process);
                urls.put(contender, "http://127.0.0.1:" + port(process) + "/file.txt");
            }
            for (Contender contender : contenders) {
                for (int i = 0; i < 3; i++) {
                    run(urls.get(contender), requests, clients, keepAlive, servers.get(contender));
                }
            }
            for (int round = 1; round <= rounds; round++) {
                for (Contender contender : contenders) {
                    Result result =
                            run(
                                    urls.get(contender),
                                    requests,
                                    clients,
                                    keepAlive,
                                    servers.get(contender));
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
            processes.forEach(Process::destroyForcibly);
            Files.deleteIfExists(documents.resolve("file.txt"));
            Files.deleteIfExists(documents);
        }
        print(results, requests, clients, rounds, bytes, keepAlive);
    }

    private static Process start(Contender contender, Path documents) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms256m",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Contender.class.getName(),
                        contender.name(),
                        documents.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int port(Process process) throws IOException {
        BufferedReader reader = process.inputReader();
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("a contender did not start");
        }
        return Integer.parseInt(line.strip());
    }

    private static Result run(
            String url, int requests, int clients, boolean keepAlive, Process server)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ab", "-q"));
        if (keepAlive) {
            command.add("-k");
        }
        command.addAll(List.of("-n", "" + requests, "-c", "" + clients, url));
        long before = cpuTicks(server);
        Process ab = new ProcessBuilder(command).redirectErrorStream(true).start();
        double perSecond = 0;
        int failed = -1;
        int complete = 0;
        try (BufferedReader out = new BufferedReader(new InputStreamReader(ab.getInputStream()))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String value = line.substring(line.indexOf(':') + 1).strip().split(" ")[0];
                if (line.startsWith("Requests per second")) {
                    perSecond = Double.parseDouble(value);
                } else if (line.startsWith("Failed requests")) {
                    failed = Integer.parseInt(value);
                } else if (line.startsWith("Complete requests")) {
                    complete = Integer.parseInt(value);
                } else if (line.startsWith("Non-2xx")) {
                    throw new IOException(line);
                }
            }
        }
        if (ab.waitFor() != 0 || complete != requests) {
            throw new IOException("ab failed: " + complete + " of " + requests + " requests");
        }
        double micros = (cpuTicks(server) - before) * 1e6 / CLOCK_TICKS_PER_SECOND / requests;
        return new Result(perSecond, micros, failed);
    }

    /** User and system time of the process, all its threads. */
    private static long cpuTicks(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    private static void print(
            Map<Contender, List<Result>> results,
            int requests,
            int clients,
            int rounds,
            int bytes,
            boolean keepAlive) {
        System.out.printf(
                "ab %s-n %d -c %d, %d bytes, %d rounds interleaved, Java %s, -Xmx256m each%n",
                keepAlive ? "-k " : "",
                requests,
                clients,
                bytes,
                rounds,
                System.getProperty("java.version"));
        System.out.println(
                "median (least - most)            requests/s        CPU us/request  failed");
        for (Map.Entry<Contender, List<Result>> entry : results.entrySet()) {
            double[] perSecond =
                    entry.getValue().stream().mapToDouble(Result::perSecond).sorted().toArray();
            double[] cpu =
                    entry.getValue().stream().mapToDouble(Result::cpuMicros).sorted().toArray();
            int failed = entry.getValue().stream().mapToInt(Result::failed).sum();
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %8.0f (%.0f - %.0f)  %6.2f (%.2f - %.2f)  %d%n",
                    entry.getKey(),
                    perSecond[perSecond.length / 2],
                    perSecond[0],
                    perSecond[perSecond.length - 1],
                    cpu[cpu.length / 2],
                    cpu[0],
                    cpu[cpu.length - 1],
                    failed);
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
