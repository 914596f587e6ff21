package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** siege without pauses, a thread for each client. One path only. Immutable. */
final class Siege implements LoadClient {
    private static final double ABOUT_PER_SECOND = 15_000;

    @Override
    public String program() {
        return "siege";
    }

    @Override
    public String missing() {
        return LoadClient.missing("siege", "siege");
    }

    @Override
    public int threads() {
        return Integer.MAX_VALUE;
    }

    @Override
    public double seconds(LoadScenario scenario) {
        return scenario.amount() / ABOUT_PER_SECOND;
    }

    @Override
    public List<String> shown(LoadScenario scenario, String origin) {
        return List.of(
                "siege",
                "-b",
                "-r",
                "" + scenario.amount() / scenario.clients(),
                "-c",
                "" + scenario.clients(),
                origin + scenario.request().paths().get(0));
    }

    @Override
    public List<String> command(LoadScenario scenario, String origin, String cookie, Path work)
            throws IOException {
        Path settings = work.resolve("siege.conf");
        Files.writeString(
                settings,
                """
                json_output = true
                quiet = true
                logging = false
                protocol = HTTP/1.1
                connection = %s
                limit = 1024
                accept-encoding = identity
                parser = false
                cache = false
                failures = 1
                """
                        .formatted(scenario.requestsPerConnection() > 1 ? "keep-alive" : "close"));
        List<String> command = new ArrayList<>(shown(scenario, origin));
        command.addAll(1, List.of("-R", settings.toString()));
        if (cookie != null) {
            command.addAll(1, List.of("-H", "Cookie: " + cookie));
        }
        return command;
    }

    @Override
    public Count count(List<String> printed, Path work) throws IOException {
        Count count = new Count();
        double megabytes = -1;
        for (String line : printed) {
            String[] pair = line.replaceAll("[{}\"\\s,]", "").split(":");
            if (pair.length == 2) {
                switch (pair[0]) {
                    case "transactions" -> count.requests = Long.parseLong(pair[1]);
                    case "transaction_rate" -> count.perSecond = Double.parseDouble(pair[1]);
                    case "failed_transactions" -> count.failed = Long.parseLong(pair[1]);
                    case "longest_transaction" ->
                            count.maxMillis = Double.parseDouble(pair[1]) * 1000;
                    case "data_transferred" -> megabytes = Double.parseDouble(pair[1]);
                    default -> {
                        // What is derived from these.
                    }
                }
            }
        }
        if (megabytes < 0) {
            throw new IOException("siege: no result");
        }
        // It rounds to a hundredth of a megabyte.
        count.bytes = (megabytes + 0.01) * (1 << 20);
        return count;
    }
}
