package dev.serval.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * {@code ab} or {@code wrk} against every contender in turn, several rounds interleaved: requests
 * per second, the server's own CPU time per request and the 99th percentile of the latency, as
 * medians with their spread, and as ratios to nginx and Tomcat.
 *
 * <p>System properties: {@code suite} (custom, or static for the files of the literature), {@code
 * rounds} (3), {@code amount} of a run (5 seconds of wrk, 100000 requests of ab), {@code log}
 * (false; whether servers write an access log), {@code tls} (none; TLSv1.3 or TLSv1.2). For custom
 * also {@code client} (AB, or WRK), {@code path} (/hello for the servlet, else a file), {@code
 * clients} (149), {@code bytes} of the file (13), {@code keepAlive} (true).
 */
public final class Load {
    private record Result(double perSecond, double cpuMicros, double p99Millis) {}

    private final int rounds = Integer.getInteger("rounds", 3);
    private final boolean log = Boolean.getBoolean("log");
    private final String protocol = System.getProperty("tls");
    private final List<Scenario> scenarios;
    private final List<Contender> contenders;
    private final Path work;

    private Load(List<Scenario> scenarios, List<Contender> contenders) throws IOException {
        this.scenarios = scenarios;
        this.contenders = contenders;
        this.work = Files.createTempDirectory("serval-load");
    }

    public static void main(String[] args) throws Exception {
        List<Scenario> scenarios =
                System.getProperty("suite", "custom").equals("static")
                        ? Scenario.literature(Integer.getInteger("amount", 3))
                        : List.of(custom());
        List<Contender> wanted =
                args.length == 0
                        ? List.of(Contender.values())
                        : Arrays.stream(args).map(Contender::valueOf).toList();
        boolean servlet = scenarios.stream().anyMatch(s -> s.sizes().contains(0));
        new Load(scenarios, wanted.stream().filter(c -> takesPart(c, servlet)).toList()).run();
    }

    private static Scenario custom() {
        LoadClient client = LoadClient.valueOf(System.getProperty("client", "AB"));
        int bytes = Integer.getInteger("bytes", 13);
        boolean servlet = System.getProperty("path", "").equals("/hello");
        boolean keepAlive = Boolean.parseBoolean(System.getProperty("keepAlive", "true"));
        int clients = Integer.getInteger("clients", 149);
        return new Scenario(
                "%s, %d clients%s"
                        .formatted(
                                servlet ? "hello servlet" : bytes + " B",
                                clients,
                                keepAlive ? "" : ", one request each"),
                client,
                List.of(servlet ? "/hello" : "/" + bytes + ".txt"),
                List.of(servlet ? 0 : bytes),
                clients,
                keepAlive,
                Integer.getInteger("amount", client == LoadClient.AB ? 100_000 : 5));
    }

    private static boolean takesPart(Contender contender, boolean servlet) {
        if (servlet && !contender.hasServlets()) {
            return false;
        }
        if (System.getProperty("tls") != null && !contender.hasServlets()) {
            System.err.println(contender + " is measured in plain text only");
            return false;
        }
        if (!contender.isJava() && NativeServer.missing(contender).isPresent()) {
            System.err.println(NativeServer.missing(contender).get() + ", and is left out");
            return false;
        }
        return true;
    }

    private void run() throws Exception {
        Site site = prepare();
        Map<Contender, RunningServer> servers = new EnumMap<>(Contender.class);
        try {
            for (Contender contender : contenders) {
                servers.put(contender, RunningServer.start(contender, site));
            }
            System.out.printf(
                    "%d rounds interleaved, Java %s, -Xmx256m each, %s, access log %s%n",
                    rounds,
                    System.getProperty("java.version"),
                    protocol == null ? "plain text" : protocol,
                    log ? "on" : "off");
            for (Scenario scenario : scenarios) {
                print(scenario, measure(scenario, servers));
            }
        } finally {
            servers.values().forEach(RunningServer::close);
            delete(work);
        }
    }

    /** Files of random bytes, which no server can make smaller. */
    private Site prepare() throws Exception {
        // The native servers' workers have a user of their own.
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path documents = Files.createDirectory(work.resolve("documents"));
        Random random = new Random(1);
        for (Scenario scenario : scenarios) {
            for (int size : scenario.sizes()) {
                byte[] document = new byte[size];
                random.nextBytes(document);
                Files.write(documents.resolve(size + ".txt"), document);
            }
        }
        Encryption tls = protocol == null ? null : Encryption.create(protocol, work);
        return new Site(documents, work, log, tls);
    }

    private Map<Contender, List<Result>> measure(
            Scenario scenario, Map<Contender, RunningServer> servers) throws Exception {
        Map<Contender, List<Result>> results = new EnumMap<>(Contender.class);
        for (Map.Entry<Contender, RunningServer> server : servers.entrySet()) {
            check(scenario, server.getValue());
            for (int i = 0; i < (server.getKey().isJava() ? 2 : 1); i++) {
                run(scenario, server.getValue());
            }
        }
        for (int round = 1; round <= rounds; round++) {
            for (Map.Entry<Contender, RunningServer> server : servers.entrySet()) {
                Result result = run(scenario, server.getValue());
                results.computeIfAbsent(server.getKey(), c -> new ArrayList<>()).add(result);
                System.err.printf(
                        Locale.ROOT,
                        "%s, round %d of %d, %s: %.0f requests/s, %.1f us%n",
                        scenario.name(),
                        round,
                        rounds,
                        server.getKey(),
                        result.perSecond,
                        result.cpuMicros);
            }
        }
        return results;
    }

    /** Every file is answered whole and right before it is measured. */
    private void check(Scenario scenario, RunningServer server) throws Exception {
        if (protocol != null) {
            return; // The certificate is nobody's; the length of what wrk and ab read is checked.
        }
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int i = 0; i < scenario.paths().size(); i++) {
            URI uri = URI.create(origin(server) + scenario.paths().get(i));
            HttpResponse<byte[]> response =
                    client.send(
                            HttpRequest.newBuilder(uri).build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            Path file = work.resolve("documents" + scenario.paths().get(i));
            boolean right =
                    scenario.sizes().get(i) == 0
                            || Arrays.equals(response.body(), Files.readAllBytes(file));
            if (response.statusCode() != 200 || !right) {
                throw new IOException("a wrong answer from " + uri);
            }
        }
    }

    private Result run(Scenario scenario, RunningServer server) throws Exception {
        double before = server.cpuMicros();
        LoadClient.Count count = scenario.client().run(scenario, origin(server), work);
        double cpu = server.cpuMicros() - before;
        return new Result(count.perSecond, cpu / count.requests, count.p99Millis);
    }

    private String origin(RunningServer server) {
        return (protocol == null ? "http" : "https") + "://127.0.0.1:" + server.port();
    }

    private static void print(Scenario scenario, Map<Contender, List<Result>> results) {
        System.out.printf(
                "%n%s, %s%n%-12s %28s %24s %9s %18s%n",
                scenario.name(),
                scenario.client(),
                "",
                "requests/s (least - most)",
                "CPU us/request",
                "p99 ms",
                "of nginx, Tomcat");
        results.forEach(
                (contender, runs) ->
                        System.out.printf(
                                Locale.ROOT,
                                "%-12s %10.0f (%7.0f - %7.0f) %8.2f (%6.2f - %6.2f) %9.2f %7s %7s%n",
                                contender,
                                median(runs, Result::perSecond),
                                sorted(runs, Result::perSecond)[0],
                                sorted(runs, Result::perSecond)[runs.size() - 1],
                                median(runs, Result::cpuMicros),
                                sorted(runs, Result::cpuMicros)[0],
                                sorted(runs, Result::cpuMicros)[runs.size() - 1],
                                median(runs, Result::p99Millis),
                                ratio(runs, results.get(Contender.NGINX)),
                                ratio(runs, results.get(Contender.TOMCAT_NIO))));
    }

    /** Requests per second beside those of another one. */
    private static String ratio(List<Result> runs, List<Result> base) {
        return base == null
                ? "-"
                : String.format(
                        Locale.ROOT,
                        "%.2f",
                        median(runs, Result::perSecond) / median(base, Result::perSecond));
    }

    private static double median(List<Result> runs, ToDoubleFunction<Result> what) {
        return sorted(runs, what)[runs.size() / 2];
    }

    private static double[] sorted(List<Result> runs, ToDoubleFunction<Result> what) {
        return runs.stream().mapToDouble(what).sorted().toArray();
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
