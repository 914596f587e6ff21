package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** ApacheBench, one thread; HTTP/1.0 with Keep-Alive. One path only. Immutable. */
final class Ab implements LoadClient {
    private static final String TIMES = "ab.csv";
    private static final double ABOUT_PER_SECOND = 25_000;

    @Override
    public String program() {
        return "ab";
    }

    @Override
    public String missing() {
        return LoadClient.missing("ab", "apache2-utils");
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public double seconds(LoadScenario scenario) {
        return scenario.amount() / ABOUT_PER_SECOND;
    }

    @Override
    public List<String> shown(LoadScenario scenario, String origin) {
        List<String> command = new ArrayList<>(List.of("ab", "-q"));
        if (scenario.requestsPerConnection() > 1) {
            command.add("-k");
        }
        command.addAll(List.of("-n", "" + scenario.amount(), "-c", "" + scenario.clients()));
        command.add(origin + scenario.request().paths().get(0));
        return command;
    }

    @Override
    public List<String> command(LoadScenario scenario, String origin, String cookie, Path work) {
        List<String> command = new ArrayList<>(shown(scenario, origin));
        command.addAll(1, List.of("-e", work.resolve(TIMES).toString()));
        if (cookie != null) {
            command.addAll(1, List.of("-C", cookie));
        }
        return command;
    }

    @Override
    public Count count(List<String> printed, Path work) throws IOException {
        Count count = new Count();
        for (String line : printed) {
            String value = line.substring(line.indexOf(':') + 1).strip().split(" ")[0];
            if (line.startsWith("Requests per second")) {
                count.perSecond = Double.parseDouble(value);
            } else if (line.startsWith("Failed requests")) {
                count.failed += Long.parseLong(value);
            } else if (line.startsWith("Non-2xx")) {
                count.failed += Long.parseLong(value);
            } else if (line.startsWith("Complete requests")) {
                count.requests = Long.parseLong(value);
            } else if (line.startsWith("HTML transferred")) {
                count.bytes = Double.parseDouble(value);
            } else if (line.strip().startsWith("100%")) {
                count.maxMillis = Double.parseDouble(line.strip().split("\\s+")[1]);
            }
        }
        // Per cent and milliseconds, with more digits than what is printed.
        for (String line : Files.readAllLines(work.resolve(TIMES))) {
            String[] columns = line.split(",");
            if (columns[0].equals("50")) {
                count.p50Millis = Double.parseDouble(columns[1]);
            } else if (columns[0].equals("99")) {
                count.p99Millis = Double.parseDouble(columns[1]);
            }
        }
        return count;
    }
}
