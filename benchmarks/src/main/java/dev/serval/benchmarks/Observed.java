package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The driver of {@code run.sh observed}: the CPU time of a hello on the packed server with all of
 * its monitoring off, the same once more, and with more and more of it on; two processes each. All
 * run at once and take turns. Exit codes: 0, 1 when monitoring costs more than it may, 2 when it
 * was not understood.
 */
public final class Observed {
    private static final double ALLOWED = 0.03;
    private static final String APPLICATION = "app";
    private static final int CLIENTS = 25;
    // The compiler of the JVM is busy for some seconds of load, and takes turns as it likes.
    private static final int WARM_UP_SECONDS = 15;
    // Of each setting: no two processes of the same one have the same compiled code.
    private static final int PROCESSES = 2;
    private static final Path MADE =
            Path.of(System.getProperty("serval.benchmarks"), "target/deploy");

    /** What of it is on; each has what those before it have. */
    private enum Setting {
        OFF,
        AGAIN,
        COUNTED,
        RECORDED,
        TRACED,
        TOLD;

        /** Changes the file that comes with the server, and the options of its JVM. */
        void prepare(Path base) throws IOException {
            Path xml = base.resolve("conf/server.xml");
            String text = Files.readString(xml);
            if (ordinal() <= AGAIN.ordinal()) {
                text =
                        text.replace("<Listener className=\"OpsEndpoint\"/>", "")
                                .replace("<Listener className=\"JmxBeans\"/>", "");
            }
            if (ordinal() >= TRACED.ordinal()) {
                text =
                        text.replace(
                                "<Host name=\"localhost\" appBase=\"webapps\">",
                                "<Host name=\"localhost\" appBase=\"webapps\"><Valve"
                                        + " className=\"TraceContextValve\""
                                        + (this == TOLD
                                                ? " responseField=\"traceparent\"/>"
                                                : "/>"));
            }
            Files.writeString(xml, text);
            if (ordinal() >= RECORDED.ordinal()) {
                Files.writeString(
                        base.resolve("bin/setenv.sh"),
                        "SERVAL_OPTS=-XX:StartFlightRecording=name=observed\n");
            }
        }
    }

    private static final List<Setting> MEASURED =
            List.of(Setting.COUNTED, Setting.RECORDED, Setting.TRACED, Setting.TOLD);

    private Observed() {}

    /**
     * @param args {@code --rounds N} (7), {@code --seconds N} (3)
     */
    public static void main(String[] args) throws Exception {
        int rounds = 7;
        int seconds = 3;
        for (int i = 0; i < args.length; i += 2) {
            boolean number = i + 1 < args.length && args[i + 1].matches("[1-9]\\d{0,3}");
            if (number && args[i].equals("--rounds")) {
                rounds = Integer.parseInt(args[i + 1]);
            } else if (number && args[i].equals("--seconds")) {
                seconds = Integer.parseInt(args[i + 1]);
            } else {
                System.err.println("unknown: " + args[i]);
                System.exit(2);
            }
        }
        if (LoadClient.WRK.missing() != null) {
            System.err.println(LoadClient.WRK.missing());
            System.exit(2);
        }
        Path work = Files.createTempDirectory("observed");
        boolean good;
        try {
            good = print(measure(work, rounds, seconds));
        } finally {
            InstalledServer.delete(work);
        }
        System.exit(good ? 0 : 1);
    }

    private static Map<Setting, List<Round>> measure(Path work, int rounds, int seconds)
            throws IOException, InterruptedException {
        Map<Setting, List<InstalledProcess>> servers = new EnumMap<>(Setting.class);
        Map<Setting, List<Round>> measured = new EnumMap<>(Setting.class);
        try {
            for (Setting setting : Setting.values()) {
                servers.put(setting, new ArrayList<>());
                measured.put(setting, new ArrayList<>());
                for (int i = 0; i < PROCESSES; i++) {
                    servers.get(setting).add(started(work, setting, i));
                }
            }
            for (int warm = 0; warm < WARM_UP_SECONDS; warm += seconds) {
                for (List<InstalledProcess> each : servers.values()) {
                    load(each, seconds);
                }
            }
            Setting[] settings = Setting.values();
            for (int round = 0; round < rounds; round++) {
                for (int turn : PairRow.order(round, settings.length)) {
                    measured.get(settings[turn]).add(load(servers.get(settings[turn]), seconds));
                }
            }
        } finally {
            for (List<InstalledProcess> each : servers.values()) {
                for (InstalledProcess server : each) {
                    server.close();
                }
            }
        }
        return measured;
    }

    private static InstalledProcess started(Path work, Setting setting, int number)
            throws IOException, InterruptedException {
        Path base = work.resolve(setting.name().toLowerCase(Locale.ROOT) + number);
        InstalledServer.SERVAL.unpack(base, MADE, null);
        WebApplication.create(base.resolve("webapps").resolve(APPLICATION));
        setting.prepare(base);
        return InstalledServer.SERVAL.run(base, "/" + APPLICATION + Servlets.HELLO, " 200 ");
    }

    /** All processes of a setting, one after the other. */
    private static Round load(List<InstalledProcess> servers, int seconds)
            throws IOException, InterruptedException {
        List<Round> rounds = new ArrayList<>();
        for (InstalledProcess server : servers) {
            rounds.add(load(server, seconds));
        }
        return mean(rounds);
    }

    private static Round mean(List<Round> rounds) {
        return new Round(
                mean(rounds, Round::value),
                mean(rounds, Round::p50Ms),
                mean(rounds, Round::p99Ms),
                rounds.stream().mapToDouble(Round::maxMs).max().orElseThrow(),
                mean(rounds, Round::cpuMicros),
                (long) mean(rounds, Round::peakMemoryKb),
                -1,
                -1,
                rounds.stream().mapToLong(Round::requests).sum(),
                rounds.stream().map(Round::note).filter(Objects::nonNull).findFirst().orElse(null));
    }

    private static double mean(List<Round> rounds, ToDoubleFunction<Round> of) {
        return rounds.stream().mapToDouble(of).average().orElseThrow();
    }

    private static Round load(InstalledProcess server, int seconds)
            throws IOException, InterruptedException {
        double before = server.cpuMicros();
        Process wrk =
                new ProcessBuilder(
                                "wrk",
                                "-t1",
                                "-c" + CLIENTS,
                                "-d" + seconds + "s",
                                "--latency",
                                server.origin() + "/" + APPLICATION + Servlets.HELLO)
                        .redirectErrorStream(true)
                        .start();
        List<String> said =
                new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        if (wrk.waitFor() != 0) {
            throw new IOException(String.join("\n", said));
        }
        LoadClient.Count count = LoadClient.WRK.count(said, null);
        double cpu = (server.cpuMicros() - before) / count.requests;
        return new Round(
                count.perSecond,
                count.p50Millis,
                count.p99Millis,
                count.maxMillis,
                cpu,
                server.residentKb(),
                -1,
                -1,
                count.requests,
                count.failed == 0 ? null : count.failed + " failed");
    }

    /** False if what ships costs too much. */
    private static boolean print(Map<Setting, List<Round>> measured) {
        System.out.print(PairRow.DEFINITION);
        System.out.println(PairRow.head());
        boolean good = true;
        for (Setting setting : MEASURED) {
            PairRow row =
                    new PairRow(
                            measured.get(Setting.OFF),
                            measured.get(Setting.AGAIN),
                            measured.get(setting));
            double most = 1 + ALLOWED + row.scatter();
            System.out.println(row.line("NIO", setting.name().toLowerCase(Locale.ROOT)));
            System.out.printf(
                    Locale.ROOT, "  now/old is %.3f, of %.3f allowed%n", row.ratio(), most);
            good &= row.ratio() <= most;
        }
        return good;
    }
}
