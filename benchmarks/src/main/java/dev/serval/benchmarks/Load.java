package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Series;
import dev.serval.benchmarks.results.ServerVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The driver of the load suites: starts every server as a process of its own, warms it up,
 * interleaves the servers over the rounds, and keeps what it measures. What is missing is named and
 * left out. The command line is that of {@link Options}, the system properties:
 *
 * <ul>
 *   <li>{@code serval.benchmarks}: this module's directory
 *   <li>{@code jmeter}: where JMeter is
 *   <li>{@code trial=true}: everything once and hardly at all, to see that it works
 *   <li>{@code jvm}: more options for every server that is Java, for example of a profiler
 *   <li>for the suite {@code load}: {@code client} (wrk, ab, siege, h2load, jmeter), {@code bytes}
 *       of the file (13) or {@code path} of the servlet (/hello), {@code clients} (149), {@code
 *       keepAlive} (true), {@code amount} (seconds, or requests of ab, siege and JMeter), {@code
 *       tls} (JSSE, BEST or TLS_1_2), {@code threads} (200)
 * </ul>
 */
public final class Load {
    private static final int NOTE = 120;

    private final Suite suite;
    private final List<Contender> contenders = new ArrayList<>();
    private final List<ServerVersion> versions = new ArrayList<>();
    private final TimeLeft timeLeft = new TimeLeft();
    private final Path module = Path.of(System.getProperty("serval.benchmarks", "."));
    private Measurements measurements;

    private Load(Suite suite) {
        this.suite = suite;
    }

    public static void main(String[] args) throws Exception {
        Options options;
        Suite suite;
        try {
            options = Options.parse(args);
            suite = new Suites(effort(options)).named(options.suite());
        } catch (IllegalArgumentException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        if (!options.servers().isEmpty()) {
            suite = suite.withServers(options.servers());
        }
        if (options.rounds() > 0) {
            suite = suite.withRounds(options.rounds());
        }
        if (options.log()) {
            suite = suite.withLog();
        }
        try {
            new Load(suite).run(options);
        } catch (InterruptedException e) {
            System.err.println("interrupted: the same command goes on from here");
        }
    }

    private static Effort effort(Options options) {
        Effort effort = options.quick() ? Effort.QUICK : Effort.FULL;
        if (Boolean.getBoolean("trial")) {
            effort = Effort.TRIAL;
        }
        effort = options.connections().in(effort);
        return options.seconds() > 0 ? effort.withSeconds(options.seconds()) : effort;
    }

    private void run(Options options) throws Exception {
        look();
        String usual = options.log() ? suite.name() + "-log" : suite.name();
        String name = options.name() == null ? usual : options.name();
        Path unfinished = module.resolve("target/load/unfinished").resolve(name + ".json");
        if (options.fresh()) {
            Files.deleteIfExists(unfinished);
        }
        measurements =
                new Measurements(
                        suite, ThisMachine.describe(), versions, unfinished, Clock.systemUTC());
        System.err.printf(
                "%s: %s%s%n",
                suite.name(),
                suite.title(),
                measurements.done() == 0
                        ? ""
                        : ", goes on after " + measurements.done() + " measurements");
        suite.settings().forEach((key, value) -> System.err.println("  " + key + ": " + value));
        try (Servers servers = new Servers(suite)) {
            for (Scenario scenario : suite.scenarios()) {
                measure(scenario, servers);
            }
        }
        // Short ones do not take the place of long ones.
        Path directory =
                options.output() != null
                        ? Path.of(options.output())
                        : module.resolve(suite.quick() ? "target/load" : "results/load");
        Path file = directory.resolve(name + ".json");
        Tables.print(measurements.finish(file), System.out);
        System.err.println("written to " + file);
    }

    /** Which servers there are, and of which version. */
    private void look() throws IOException {
        for (Contender contender : suite.contenders()) {
            String why = missing(contender);
            if (why == null) {
                contenders.add(contender);
            } else {
                System.err.println(contender + " " + why + ", and is left out");
            }
            versions.add(
                    new ServerVersion(
                            contender.toString(), why == null ? version(contender) : "", why));
        }
    }

    private String missing(Contender contender) {
        if (contender == Contender.HELIDON) {
            return suite.log()
                    ? "is measured without an access log only"
                    : ClassPath.withoutHelidon(module.resolve("src/helidon/HelidonServer.java"))
                            .orElse(null);
        }
        if (contender.isJava()) {
            return ClassPath.version(contender).isPresent() ? null : "is not on the class path";
        }
        String program = NativeServer.program(contender);
        return Programs.find(program).isPresent()
                ? null
                : "is missing: it comes with Debian's package " + program;
    }

    private static String version(Contender contender) throws IOException {
        return contender.isJava()
                ? ClassPath.version(contender).orElse("")
                : Programs.version(
                        Programs.find(NativeServer.program(contender)).orElseThrow(), "-v");
    }

    private void measure(Scenario scenario, Servers servers)
            throws IOException, InterruptedException {
        if (scenario instanceof LoadScenario load && load.tool().missing() != null) {
            System.err.println(load.tool().missing() + "; left out: " + scenario.name());
            return;
        }
        List<Contender> suited =
                contenders.stream().filter(c -> scenario.unsuited(c) == null).toList();
        List<Contender> due = suited.stream().filter(c -> measurements.isDue(scenario, c)).toList();
        for (Contender contender : due) {
            attempt(scenario, contender, servers, () -> scenario.prepare(contender, servers));
        }
        for (int round = 1; round <= suite.mostRounds(); round++) {
            for (Contender contender : due) {
                if (measurements.done(scenario, contender) < round
                        && measurements.isDue(scenario, contender)) {
                    attempt(
                            scenario,
                            contender,
                            servers,
                            () -> round(scenario, contender, servers));
                }
            }
        }
    }

    /** A step that may fail without any harm to the others. */
    private void attempt(Scenario scenario, Contender contender, Servers servers, Step step)
            throws IOException, InterruptedException {
        try {
            step.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            if (servers.isClosed()) {
                throw new InterruptedException(); // No fault of the server's.
            }
            // Whatever a server, a client or its output has: told, kept, and gone on from.
            String all = e.getMessage() == null ? e.toString() : e.getMessage();
            String why = all.lines().findFirst().orElse("");
            System.err.printf("%s, %s: %s%n", scenario.name(), contender, all);
            measurements.fail(scenario, contender, why.substring(0, Math.min(NOTE, why.length())));
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private void round(Scenario scenario, Contender contender, Servers servers) throws Exception {
        long begin = System.nanoTime();
        Round round = scenario.measure(contender, servers);
        List<Series> curves = scenario.series(contender, servers);
        timeLeft.took(scenario.name(), scenario.seconds(), (System.nanoTime() - begin) / 1e9);
        measurements.add(scenario, contender, round, curves);
        System.err.printf(
                Locale.ROOT,
                "%s, round %d, %s: %,.6g %s%s; %s left%n",
                scenario.name(),
                measurements.done(scenario, contender),
                contender,
                round.value(),
                scenario.unit(),
                round.cpuMicros() < 0 || !scenario.higherIsBetter()
                        ? ""
                        : String.format(Locale.ROOT, ", %.1f us of CPU each", round.cpuMicros()),
                TimeLeft.shown(left()));
    }

    private double left() {
        double seconds = 0;
        for (Scenario scenario : suite.scenarios()) {
            if (scenario instanceof LoadScenario load && load.tool().missing() != null) {
                continue;
            }
            for (Contender contender : contenders) {
                if (scenario.unsuited(contender) == null) {
                    boolean cold = measurements.done(scenario, contender) == 0;
                    int warm = cold ? scenario.warmUps() : 0;
                    int rounds = measurements.toCome(scenario, contender);
                    seconds += timeLeft.of(scenario.name(), scenario.seconds(), rounds + warm);
                }
            }
        }
        return seconds;
    }
}
