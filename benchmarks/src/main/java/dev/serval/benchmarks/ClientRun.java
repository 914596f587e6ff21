package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One run of a {@link LoadClient} to its end. Stateless. */
final class ClientRun {
    // The shell is the one that tells the CPU time of a process that has ended.
    private static final String SHELL = "f=$1; shift; \"$@\"; s=$?; times >\"$f\"; exit $s";
    private static final Pattern TIME = Pattern.compile("(\\d+)m([0-9.,]+)s");
    private static final int TOLD = 500;
    // What timeout(1) says then.
    private static final int TOO_LATE = 124;
    // A server may close a kept connection when the next request is under way; that is noted.
    private static final double TOLERATED = 0.001;

    private ClientRun() {}

    /** Throws when answers were wrong or are missing, with what the client says. */
    static LoadClient.Count of(LoadScenario scenario, String origin, String cookie, Path work)
            throws IOException, InterruptedException {
        LoadClient tool = scenario.tool();
        Path times = work.resolve("client.times");
        List<String> command = new ArrayList<>(List.of("sh", "-c", SHELL, "sh", times.toString()));
        long limit = tool.limit(scenario);
        command.addAll(List.of("timeout", "-k", "5", Long.toString(limit)));
        command.addAll(tool.command(scenario, origin, cookie, work));
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        List<String> printed;
        try (BufferedReader out = process.inputReader()) {
            printed = out.lines().toList();
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
        }
        int status = process.waitFor();
        double wall = (System.nanoTime() - begin) / 1e9;
        if (status == TOO_LATE) {
            throw new IOException(tool.program() + " did not come to an end in " + limit + " s");
        }
        if (status != 0) {
            throw new IOException(tool.program() + " ended with " + status + ": " + last(printed));
        }
        LoadClient.Count count = tool.count(printed, work);
        count.wallSeconds = wall;
        count.cpuSeconds = cpuSeconds(Files.readString(times));
        check(scenario, count, printed);
        return count;
    }

    private static void check(LoadScenario scenario, LoadClient.Count count, List<String> printed)
            throws IOException {
        // wrk rounds what it has read.
        double least = scenario.request().meanSize() * count.requests * 0.98;
        if (count.requests == 0
                || count.failed > count.requests * TOLERATED
                || count.bytes >= 0 && count.bytes < least) {
            throw new IOException(
                    "%s: %d requests, %d failed, %.0f bytes where %.0f were due: %s"
                            .formatted(
                                    scenario.tool().program(),
                                    count.requests,
                                    count.failed,
                                    count.bytes,
                                    least,
                                    last(printed)));
        }
    }

    private static String last(List<String> printed) {
        String text = String.join("\n", printed).strip();
        return text.substring(Math.max(0, text.length() - TOLD));
    }

    /** The second line of what {@code times} prints: those of the children, user and system. */
    static double cpuSeconds(String times) {
        Matcher time = TIME.matcher(times.strip().lines().skip(1).findFirst().orElse(""));
        double seconds = 0;
        while (time.find()) {
            seconds +=
                    60 * Integer.parseInt(time.group(1))
                            + Double.parseDouble(time.group(2).replace(',', '.'));
        }
        return seconds;
    }
}
