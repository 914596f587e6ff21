package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long an installed server takes from its script to the first answer of a real application,
 * beside Tomcat: when it has just been unpacked, when it is started again, and without an
 * application on a new base of an installation that has been started before. The servers take
 * turns.
 */
public final class Deployments {
    /** A start, whichever server makes it. */
    private record Kind(String application, String start) {}

    private static final Path MADE =
            Path.of(System.getProperty("serval.benchmarks"), "target/deploy");
    private static final String[] APPLICATIONS = {"", "cxf", "spring", "hundred", "fuseki"};

    private Deployments() {}

    /**
     * @param args {@code --rounds N} (5), and the names of applications, else all; {@code none} is
     *     the server without one
     */
    public static void main(String[] args) throws Exception {
        int rounds = 5;
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--rounds")) {
                rounds = Integer.parseInt(args[++i]);
            } else {
                wanted.add(args[i].equals("none") ? "" : args[i]);
            }
        }
        Map<Kind, Map<InstalledServer, List<Double>>> millis = new LinkedHashMap<>();
        Path work = Files.createTempDirectory("deployments");
        try {
            for (String application : APPLICATIONS) {
                for (int round = 0; round < rounds; round++) {
                    if (wanted.isEmpty() || wanted.contains(application)) {
                        round(application, round, work, millis);
                    }
                }
            }
        } finally {
            InstalledServer.delete(work);
        }
        print(millis);
    }

    private static void round(
            String application,
            int round,
            Path work,
            Map<Kind, Map<InstalledServer, List<Double>>> millis)
            throws IOException, InterruptedException {
        Path war = application.isEmpty() ? null : MADE.resolve("wars/" + application + ".war");
        List<String> answers = new ArrayList<>();
        for (int turn = 0; turn < 2; turn++) {
            InstalledServer server = InstalledServer.values()[(round + turn) % 2];
            Path base = work.resolve(server + "-" + application + "-" + round);
            server.unpack(base, MADE, war);
            Map<String, InstalledServer.Start> starts = new LinkedHashMap<>();
            starts.put("first", server.start(base, application, true));
            starts.put("again", server.start(base, application, false));
            if (application.isEmpty()) {
                starts.put("new base", server.startOfNewBase(base, base.resolve("new")));
            }
            starts.forEach(
                    (name, start) -> {
                        answers.add(start.body());
                        millis.computeIfAbsent(
                                        new Kind(application, name), k -> new LinkedHashMap<>())
                                .computeIfAbsent(server, s -> new ArrayList<>())
                                .add(start.millis());
                        System.out.printf(
                                "%-8s %-7s %-8s %7.0f ms  %s%n",
                                application.isEmpty() ? "(none)" : application,
                                server,
                                name,
                                start.millis(),
                                start.answer().lines().findFirst().orElse(""));
                    });
            InstalledServer.delete(base);
        }
        if (!application.isEmpty() && answers.stream().distinct().count() > 1) {
            System.out.println("The start pages of " + application + " differ: " + answers);
        }
    }

    private static void print(Map<Kind, Map<InstalledServer, List<Double>>> millis) {
        System.out.println(
                "\n| application | start | Serval ms, median (min to max) | Tomcat ms | ratio |");
        System.out.println("| --- | --- | ---: | ---: | ---: |");
        millis.forEach(
                (kind, by) -> {
                    List<Double> own = by.get(InstalledServer.SERVAL);
                    List<Double> other = by.get(InstalledServer.TOMCAT);
                    System.out.printf(
                            "| %s | %s | %s | %s | %.2f |%n",
                            kind.application.isEmpty() ? "(none)" : kind.application,
                            kind.start,
                            shown(own),
                            shown(other),
                            median(own) / median(other));
                });
    }

    private static String shown(List<Double> values) {
        return "%.0f (%.0f to %.0f)"
                .formatted(
                        median(values),
                        values.stream().min(Double::compare).orElseThrow(),
                        values.stream().max(Double::compare).orElseThrow());
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
