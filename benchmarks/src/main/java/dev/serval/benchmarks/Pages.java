package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSP pages on the packed server and on Tomcat, both with what they ship: requests that a page
 * answers, and how long it takes to the first answer of a page that is not compiled yet. The
 * servers take turns.
 */
public final class Pages {
    private static final Path MADE =
            Path.of(System.getProperty("serval.benchmarks"), "target/deploy");
    private static final String CONTEXT = "/pages";
    private static final int FURTHER = 5;
    private static final Pattern COOKIE = Pattern.compile("(?im)^set-cookie: *([^;\r\n]+)");

    private static final String PAGE =
            """
            <%%@ page contentType="text/html;charset=UTF-8"%s %%>
            <!DOCTYPE html>
            <html lang="en">
            <head><title>Hello</title></head>
            <body>
            <h1>Hello, <%%= %s %%>!</h1>
            <p>The answer is ${6 * 7}.</p>
            </body>
            </html>
            """;

    /** A page that is asked for again and again. */
    private enum Kind {
        PLAIN("session=\"false\"", PAGE.formatted(" session=\"false\"", "\"world\"")),
        SESSION(
                "session and its cookie",
                PAGE.formatted("", "session.isNew() ? \"stranger\" : \"friend\""));

        private final String label;
        private final String text;

        Kind(String label, String text) {
            this.label = label;
            this.text = text;
        }

        private String path() {
            return CONTEXT + "/" + name().toLowerCase(Locale.ROOT) + ".jsp";
        }
    }

    private final Path work;
    private final int rounds;
    private final int seconds;
    // What is measured, and what came out, by server.
    private final Map<String, Map<InstalledServer, List<Double>>> figures = new LinkedHashMap<>();

    private Pages(Path work, int rounds, int seconds) {
        this.work = work;
        this.rounds = rounds;
        this.seconds = seconds;
    }

    /**
     * @param args {@code --rounds N} (3), {@code --seconds N} (10) of each measurement
     */
    public static void main(String[] args) throws Exception {
        int rounds = 3;
        int seconds = 10;
        if (LoadClient.WRK.missing() != null) {
            System.err.println(LoadClient.WRK.missing());
            System.exit(2);
        }
        for (int i = 0; i < args.length; i++) {
            boolean last = i + 1 == args.length;
            if (!last && args[i].equals("--rounds")) {
                rounds = Integer.parseInt(args[++i]);
            } else if (!last && args[i].equals("--seconds")) {
                seconds = Integer.parseInt(args[++i]);
            } else {
                System.err.println("unknown: " + args[i]);
                System.exit(2);
            }
        }
        Path work = Files.createTempDirectory("pages");
        try {
            Pages pages = new Pages(work, rounds, seconds);
            pages.prepare();
            pages.compile();
            pages.load();
            pages.print();
        } finally {
            InstalledServer.delete(work);
        }
    }

    private void prepare() throws IOException, InterruptedException {
        for (InstalledServer server : InstalledServer.values()) {
            Path base = base(server);
            server.unpack(base, MADE, null);
            for (Kind kind : Kind.values()) {
                write(server, kind.path(), kind.text);
            }
            // An archive of classes is made beside the first one.
            try (InstalledProcess first = run(server)) {
                server.settle(base);
            }
        }
    }

    private Path base(InstalledServer server) {
        return work.resolve(server.name());
    }

    private InstalledProcess run(InstalledServer server) throws IOException, InterruptedException {
        return server.run(base(server), "/", "");
    }

    private void write(InstalledServer server, String path, String text) throws IOException {
        Path page = base(server).resolve("webapps" + path);
        Files.createDirectories(page.getParent());
        Files.writeString(page, text);
    }

    private void add(String what, InstalledServer server, double figure) {
        figures.computeIfAbsent(what, w -> new EnumMap<>(InstalledServer.class))
                .computeIfAbsent(server, s -> new ArrayList<>())
                .add(figure);
        System.out.printf(Locale.ROOT, "%-44s %-7s %,10.1f%n", what, server, figure);
    }

    // ---- compilation

    private void compile() throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < 2; turn++) {
                compile(InstalledServer.values()[(round + turn) % 2], round);
            }
        }
    }

    private void compile(InstalledServer server, int round)
            throws IOException, InterruptedException {
        for (int i = 0; i <= FURTHER; i++) {
            write(server, fresh(round, i), Kind.PLAIN.text);
        }
        try (InstalledProcess process = run(server)) {
            add("first page of a process, ms", server, ask(process, fresh(round, 0)));
            double sum = 0;
            for (int i = 1; i <= FURTHER; i++) {
                sum += ask(process, fresh(round, i));
            }
            add("each of " + FURTHER + " more, ms", server, sum / FURTHER);
        }
    }

    private static String fresh(int round, int number) {
        return CONTEXT + "/fresh-" + round + "-" + number + ".jsp";
    }

    /** Milliseconds until it is answered. */
    private static double ask(InstalledProcess process, String path) throws IOException {
        long begin = System.nanoTime();
        right(process.ask(path));
        return (System.nanoTime() - begin) / 1e6;
    }

    /** Its body, when it is what the page says. */
    private static String right(String answer) throws IOException {
        if (!answer.startsWith("HTTP/1.1 200") || !answer.contains("The answer is 42.")) {
            throw new IOException("not the page: " + answer);
        }
        return answer.substring(answer.indexOf("<!DOCTYPE"), answer.indexOf("</html>"));
    }

    // ---- load

    private void load() throws IOException, InterruptedException {
        Map<InstalledServer, InstalledProcess> running = new EnumMap<>(InstalledServer.class);
        try {
            for (InstalledServer server : InstalledServer.values()) {
                running.put(server, run(server));
            }
            for (Kind kind : Kind.values()) {
                load(kind, running);
            }
        } finally {
            for (InstalledProcess process : running.values()) {
                process.close();
            }
        }
    }

    private void load(Kind kind, Map<InstalledServer, InstalledProcess> running)
            throws IOException, InterruptedException {
        Map<InstalledServer, String> cookies = new EnumMap<>(InstalledServer.class);
        for (Map.Entry<InstalledServer, InstalledProcess> each : running.entrySet()) {
            String answer = each.getValue().ask(kind.path());
            right(answer);
            Matcher cookie = COOKIE.matcher(answer);
            if (cookie.find() != (kind == Kind.SESSION)) {
                throw new IOException(each.getKey() + ": a session, or none: " + answer);
            }
            cookies.put(each.getKey(), kind == Kind.SESSION ? cookie.group(1) : null);
            // Warm.
            for (int i = 0; i < 2; i++) {
                ClientRun.of(
                        scenario(kind), each.getValue().origin(), cookies.get(each.getKey()), work);
            }
        }
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < 2; turn++) {
                InstalledServer server = InstalledServer.values()[(round + turn) % 2];
                InstalledProcess process = running.get(server);
                double before = process.cpuMicros();
                LoadClient.Count count =
                        ClientRun.of(scenario(kind), process.origin(), cookies.get(server), work);
                double cpu = process.cpuMicros() - before;
                right(process.ask(kind.path()));
                add(kind.label + ", requests/s", server, count.perSecond);
                add(kind.label + ", CPU us each", server, cpu / count.requests);
            }
        }
    }

    private LoadScenario scenario(Kind kind) {
        return new LoadScenario(
                kind.label,
                LoadClient.WRK,
                new Request(
                        List.of(kind.path()),
                        List.of(kind.text.length() / 2),
                        null,
                        kind == Kind.SESSION),
                Loads.CLIENTS,
                LoadScenario.KEEP_ALIVE,
                seconds,
                null,
                0,
                false);
    }

    // ---- what came out

    private void print() {
        System.out.println("\n| JSP | Serval, median (least to most) | Tomcat | Serval / Tomcat |");
        System.out.println("| --- | ---: | ---: | ---: |");
        figures.forEach(
                (what, by) ->
                        System.out.printf(
                                Locale.ROOT,
                                "| %s | %s | %s | %.2f |%n",
                                what,
                                shown(by.get(InstalledServer.SERVAL)),
                                shown(by.get(InstalledServer.TOMCAT)),
                                at(0.5, by.get(InstalledServer.SERVAL))
                                        / at(0.5, by.get(InstalledServer.TOMCAT))));
    }

    private static String shown(List<Double> values) {
        return String.format(
                Locale.ROOT,
                "%,.1f (%,.1f to %,.1f)",
                at(0.5, values),
                at(0, values),
                at(1, values));
    }

    private static double at(double share, List<Double> values) {
        return PairRow.quantile(share, values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
