package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A load generator that is installed beside the server. Immutable. */
enum LoadClient {
    /** ApacheBench; HTTP/1.0 with Keep-Alive. */
    AB {
        @Override
        List<String> command(String url, int amount, int clients, boolean keepAlive) {
            List<String> command = new ArrayList<>(List.of("ab", "-q"));
            if (keepAlive) {
                command.add("-k");
            }
            command.addAll(List.of("-n", "" + amount, "-c", "" + clients, url));
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
            } else if (line.startsWith("Non-2xx")) {
                throw new IOException(line);
            }
        }
    },
    /** One thread of wrk; HTTP/1.1. */
    WRK {
        @Override
        List<String> command(String url, int amount, int clients, boolean keepAlive) {
            List<String> command =
                    new ArrayList<>(List.of("wrk", "-t1", "-c" + clients, "-d" + amount + "s"));
            if (!keepAlive) {
                command.addAll(List.of("-H", "Connection: close"));
            }
            command.add(url);
            return command;
        }

        @Override
        void read(String line, Count count) throws IOException {
            String text = line.strip();
            if (text.startsWith("Requests/sec:")) {
                count.perSecond = Double.parseDouble(text.substring(13).strip());
            } else if (text.contains(" requests in ")) {
                count.requests = Long.parseLong(text.substring(0, text.indexOf(' ')));
            } else if (text.startsWith("Socket errors") || text.startsWith("Non-2xx")) {
                throw new IOException(text);
            }
        }
    };

    /** What one run has counted. Mutable, of one thread. */
    static final class Count {
        long requests;
        double perSecond;
        int failed;
    }

    /**
     * @param amount requests for ab, seconds for wrk
     */
    abstract List<String> command(String url, int amount, int clients, boolean keepAlive);

    abstract void read(String line, Count count) throws IOException;

    /** Runs to the end; throws when an answer was wrong. */
    Count run(String url, int amount, int clients, boolean keepAlive)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command(url, amount, clients, keepAlive))
                        .redirectErrorStream(true)
                        .start();
        Count count = new Count();
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                read(line, count);
            }
        }
        if (process.waitFor() != 0 || count.requests == 0 || count.failed != 0) {
            throw new IOException(
                    this + " failed: " + count.requests + " requests, " + count.failed + " failed");
        }
        return count;
    }
}
