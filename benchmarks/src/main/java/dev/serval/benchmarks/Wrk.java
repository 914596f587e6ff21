package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** wrk with one thread; HTTP/1.1. Immutable. */
final class Wrk implements LoadClient {

    @Override
    public String program() {
        return "wrk";
    }

    @Override
    public String missing() {
        return LoadClient.missing("wrk", "wrk");
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
                                "wrk",
                                "-t1",
                                "-c" + scenario.clients(),
                                "-d" + scenario.amount() + "s",
                                "--latency",
                                "--timeout",
                                "30s"));
        if (needsScript(scenario)) {
            command.addAll(List.of("-s", "requests.lua"));
        }
        command.add(origin + scenario.request().paths().get(0));
        return command;
    }

    @Override
    public List<String> command(LoadScenario scenario, String origin, String cookie, Path work)
            throws IOException {
        List<String> command = new ArrayList<>(shown(scenario, origin));
        if (needsScript(scenario)) {
            Path script = work.resolve("requests.lua");
            Files.writeString(script, script(scenario));
            command.set(command.indexOf("requests.lua"), script.toString());
        }
        if (cookie != null) {
            command.addAll(1, List.of("-H", "Cookie: " + cookie));
        }
        return command;
    }

    private static boolean needsScript(LoadScenario scenario) {
        return scenario.request().paths().size() > 1
                || scenario.request().body() != null
                || scenario.requestsPerConnection() != LoadScenario.KEEP_ALIVE;
    }

    /**
     * Paths in turn. With a bound on the requests of a connection every so-many-th request is its
     * connection's last: as many on average, since wrk does not tell which connection it asks for.
     */
    static String script(LoadScenario scenario) {
        Request request = scenario.request();
        return """
        local paths = {"%1$s"}
        local body = %2$s
        local last = %3$d
        local kept, closing, turn = {}, {}, 0
        function init(args)
          local headers = {}
          for name, value in pairs(wrk.headers) do headers[name] = value end
          if body then headers["Content-Type"] = "application/json" end
          local method = body and "POST" or "GET"
          for i, path in ipairs(paths) do
            kept[i] = wrk.format(method, path, headers, body)
          end
          headers["Connection"] = "close"
          for i, path in ipairs(paths) do
            closing[i] = wrk.format(method, path, headers, body)
          end
        end
        function request()
          turn = turn + 1
          local i = turn %% #paths + 1
          if last > 0 and turn %% last == 0 then return closing[i] end
          return kept[i]
        end
        """
                .formatted(
                        String.join("\", \"", request.paths()),
                        request.body() == null ? "nil" : "[[" + request.body() + "]]",
                        scenario.requestsPerConnection() == LoadScenario.KEEP_ALIVE
                                ? 0
                                : scenario.requestsPerConnection());
    }

    @Override
    public Count count(List<String> printed, Path work) throws IOException {
        Count count = new Count();
        for (String line : printed) {
            String text = line.strip();
            if (text.startsWith("Requests/sec:")) {
                count.perSecond = Double.parseDouble(text.substring(13).strip());
            } else if (text.contains(" requests in ")) {
                count.requests = Long.parseLong(text.substring(0, text.indexOf(' ')));
                count.bytes = Units.amount(text.split(", ")[1].split(" ")[0], 1024);
            } else if (text.startsWith("50%")) {
                count.p50Millis = Units.millis(text.split("\\s+")[1]);
            } else if (text.startsWith("99%")) {
                count.p99Millis = Units.millis(text.split("\\s+")[1]);
            } else if (text.startsWith("Latency ") && !text.startsWith("Latency Distribution")) {
                count.maxMillis = Units.millis(text.split("\\s+")[3]);
            } else if (text.startsWith("Non-2xx")) {
                count.failed += Long.parseLong(text.substring(text.indexOf(':') + 1).strip());
            } else if (text.startsWith("Socket errors:")) {
                // connect 0, read 7, write 0, timeout 0
                for (String kind : text.substring(14).split(",")) {
                    count.failed += Long.parseLong(kind.strip().split(" ")[1]);
                }
            }
        }
        return count;
    }
}
