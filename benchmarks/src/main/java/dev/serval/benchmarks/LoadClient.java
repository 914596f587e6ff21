package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A load generator that is installed beside the server. Immutable. */
enum LoadClient {
    /** ApacheBench; HTTP/1.0 with Keep-Alive. One path only. */
    AB {
        @Override
        List<String> command(Scenario scenario, String origin, Path work) {
            List<String> command = new ArrayList<>(List.of("ab", "-q"));
            if (scenario.keepAlive()) {
                command.add("-k");
            }
            command.addAll(List.of("-n", "" + scenario.amount(), "-c", "" + scenario.clients()));
            command.add(origin + scenario.paths().get(0));
            return command;
        }

        @Override
        void read(String line, Count count) throws IOException {
            String value = line.substring(line.indexOf(':') + 1).strip().split(" ")[0];
            if (line.startsWith("Requests per second")) {
                count.perSecond = Double.parseDouble(value);
            } else if (line.startsWith("Failed requests")) {
                count.failed = Integer.parseInt(value);
            } else if (line.startsWith("Complete requests")) {
                count.requests = Long.parseLong(value);
            } else if (line.startsWith("Total transferred")) {
                count.bytes = Double.parseDouble(value);
            } else if (line.strip().startsWith("99%")) {
                count.p99Millis = Double.parseDouble(line.strip().split("\\s+")[1]);
            } else if (line.startsWith("Non-2xx")) {
                throw new IOException(line);
            }
        }
    },
    /** One thread of wrk; HTTP/1.1. */
    WRK {
        @Override
        List<String> command(Scenario scenario, String origin, Path work) throws IOException {
            List<String> command =
                    new ArrayList<>(
                            List.of(
                                    "wrk",
                                    "-t1",
                                    "--latency",
                                    "--timeout",
                                    "10s",
                                    "-c" + scenario.clients(),
                                    "-d" + scenario.amount() + "s"));
            if (!scenario.keepAlive()) {
                command.addAll(List.of("-H", "Connection: close"));
            }
            if (scenario.paths().size() > 1) {
                command.addAll(List.of("-s", script(scenario, work).toString()));
            }
            command.add(origin + scenario.paths().get(0));
            return command;
        }

        private static Path script(Scenario scenario, Path work) throws IOException {
            return Files.writeString(
                    work.resolve("paths.lua"),
                    """
                    local requests = {}
                    local turn = 0
                    init = function(args)
                      for i, path in ipairs({"%s"}) do requests[i] = wrk.format("GET", path) end
                    end
                    request = function()
                      turn = turn %% #requests + 1
                      return requests[turn]
                    end
                    """
                            .formatted(String.join("\", \"", scenario.paths())));
        }

        @Override
        void read(String line, Count count) throws IOException {
            String text = line.strip();
            if (text.startsWith("Requests/sec:")) {
                count.perSecond = Double.parseDouble(text.substring(13).strip());
            } else if (text.contains(" requests in ")) {
                count.requests = Long.parseLong(text.substring(0, text.indexOf(' ')));
                count.bytes = amount(text.split(", ")[1].split(" ")[0], 1024);
            } else if (text.startsWith("99%")) {
                count.p99Millis = millis(text.split("\\s+")[1]);
            } else if (text.startsWith("Socket errors") || text.startsWith("Non-2xx")) {
                throw new IOException(text);
            }
        }
    };

    /** What one run has counted. Mutable, of one thread. */
    static final class Count {
        long requests;
        double perSecond;
        double bytes;
        double p99Millis;
        int failed;
    }

    /**
     * @param origin scheme, host and port
     * @param work where it may put a file
     */
    abstract List<String> command(Scenario scenario, String origin, Path work) throws IOException;

    abstract void read(String line, Count count) throws IOException;

    /** Runs to the end; throws when an answer was wrong, or too short. */
    Count run(Scenario scenario, String origin, Path work)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command(scenario, origin, work))
                        .redirectErrorStream(true)
                        .start();
        Count count = new Count();
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                read(line, count);
            }
        }
        // wrk rounds what it has read.
        double least = scenario.meanSize() * count.requests * 0.98;
        if (process.waitFor() != 0
                || count.requests == 0
                || count.failed != 0
                || count.bytes < least) {
            throw new IOException(
                    "%s failed: %d requests, %d failed, %.0f bytes of %.0f"
                            .formatted(this, count.requests, count.failed, count.bytes, least));
        }
        return count;
    }

    /** A number with a letter for its thousands. */
    private static double amount(String text, int thousand) {
        String number = text.replaceAll("[A-Z]+$", "");
        int power = "KMGT".indexOf(text.charAt(number.length())) + 1;
        return Double.parseDouble(number) * Math.pow(thousand, power);
    }

    private static double millis(String text) {
        double number = Double.parseDouble(text.replaceAll("[a-z]+$", ""));
        return switch (text.replaceAll("^[0-9.]+", "").toLowerCase(Locale.ROOT)) {
            case "us" -> number / 1000;
            case "ms" -> number;
            case "s" -> number * 1000;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
