package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** h2load with one thread, over HTTP/1.1. Paths in turn. Immutable. */
final class H2load implements LoadClient {

    @Override
    public String program() {
        return "h2load";
    }

    @Override
    public String missing() {
        return LoadClient.missing("h2load", "nghttp2-client");
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public double seconds(LoadScenario scenario) {
        return scenario.amount();
    }

    @Override
    public List<String> shown(LoadScenario scenario, String origin) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "h2load",
                                "--h1",
                                "-t1",
                                "-c" + scenario.clients(),
                                "-D" + scenario.amount()));
        scenario.request().paths().forEach(path -> command.add(origin + path));
        return command;
    }

    @Override
    public List<String> command(LoadScenario scenario, String origin, String cookie, Path work) {
        List<String> command = new ArrayList<>(shown(scenario, origin));
        if (cookie != null) {
            command.addAll(1, List.of("-H", "Cookie: " + cookie));
        }
        return command;
    }

    @Override
    public Count count(List<String> printed, Path work) throws IOException {
        Count count = new Count();
        for (String line : printed) {
            String[] words = line.strip().split("[ ,()]+");
            if (line.startsWith("finished in")) {
                count.perSecond = Double.parseDouble(words[3]);
            } else if (line.startsWith("requests:")) {
                count.requests = before(words, "succeeded");
                // What was under way when the time was over is none.
                count.failed =
                        before(words, "failed")
                                + before(words, "errored")
                                + before(words, "timeout");
            } else if (line.startsWith("status codes:")) {
                count.failed += before(words, "3xx") + before(words, "4xx") + before(words, "5xx");
            } else if (line.startsWith("traffic:")) {
                count.bytes = before(words, "data");
            } else if (line.startsWith("time for request:")) {
                count.maxMillis = Units.millis(words[4]);
            }
        }
        return count;
    }

    private static long before(String[] words, String what) throws IOException {
        for (int i = 1; i < words.length; i++) {
            if (words[i].equals(what)) {
                return Long.parseLong(words[i - 1]);
            }
        }
        throw new IOException("h2load: no " + what + " in " + String.join(" ", words));
    }
}
