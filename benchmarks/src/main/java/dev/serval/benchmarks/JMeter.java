package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * JMeter with the plan of {@code benchmarks/jmeter}, a thread for each user. {@code run.sh} fetches
 * it from Maven Central and tells where it is by the system property {@code jmeter}. Immutable.
 */
final class JMeter implements LoadClient {
    private static final double ABOUT_PER_SECOND = 8_000;
    private static final double START_SECONDS = 4;
    private static final String SAMPLES = "jmeter.csv";

    private static Path home() {
        return Path.of(System.getProperty("jmeter", "missing"));
    }

    private static Path plan() {
        return Path.of(System.getProperty("serval.benchmarks", "."), "jmeter", "plan.jmx");
    }

    @Override
    public String program() {
        return "jmeter";
    }

    @Override
    public String missing() {
        return Files.exists(home().resolve("bin/ApacheJMeter.jar"))
                ? null
                : "JMeter is missing: mvn -f benchmarks/jmeter package fetches it from Maven Central";
    }

    @Override
    public int threads() {
        return Integer.MAX_VALUE;
    }

    @Override
    public double seconds(LoadScenario scenario) {
        return START_SECONDS + scenario.amount() / ABOUT_PER_SECOND;
    }

    @Override
    public List<String> shown(LoadScenario scenario, String origin) {
        return List.of(
                "jmeter",
                "-n",
                "-t",
                "plan.jmx",
                "-Jpath=" + scenario.request().paths().get(0),
                "-Jusers=" + scenario.clients(),
                "-Jloops=" + scenario.amount() / scenario.clients(),
                "-Jbytes=" + scenario.request().sizes().get(0));
    }

    @Override
    public List<String> command(LoadScenario scenario, String origin, String cookie, Path work)
            throws IOException {
        Path samples = work.resolve(SAMPLES);
        Files.deleteIfExists(samples);
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx512m",
                                "-Djava.awt.headless=true",
                                "-jar",
                                home().resolve("bin/ApacheJMeter.jar").toString()));
        command.addAll(shown(scenario, origin).subList(1, shown(scenario, origin).size()));
        command.set(command.indexOf("plan.jmx"), plan().toString());
        String[] url = origin.split("://|:");
        command.addAll(
                List.of(
                        "-Jscheme=" + url[0],
                        "-Jhost=" + url[1],
                        "-Jport=" + url[2],
                        "-l",
                        samples.toString(),
                        "-j",
                        work.resolve("jmeter.log").toString(),
                        "-Jsummariser.name=",
                        // No port that listens for orders.
                        "-Jjmeterengine.nongui.port=0"));
        for (String column :
                List.of(
                        "label",
                        "response_code",
                        "response_message",
                        "thread_name",
                        "data_type",
                        "assertion_results_failure_message",
                        "bytes",
                        "sent_bytes",
                        "thread_counts",
                        "url",
                        "latency",
                        "idle_time",
                        "connect_time")) {
            command.add("-Jjmeter.save.saveservice." + column + "=false");
        }
        return command;
    }

    /**
     * The samples, one a line: when it began, how many milliseconds it took, whether it was right.
     */
    @Override
    public Count count(List<String> printed, Path work) throws IOException {
        List<String> samples = Files.readAllLines(work.resolve(SAMPLES));
        if (samples.size() < 2 || !samples.get(0).equals("timeStamp,elapsed,success")) {
            throw new IOException("JMeter has no samples: " + String.join(" ", printed));
        }
        Count count = new Count();
        long[] elapsed = new long[samples.size() - 1];
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int i = 0; i < elapsed.length; i++) {
            String[] columns = samples.get(i + 1).split(",");
            long begin = Long.parseLong(columns[0]);
            elapsed[i] = Long.parseLong(columns[1]);
            first = Math.min(first, begin);
            last = Math.max(last, begin + elapsed[i]);
            if (!columns[2].equals("true")) {
                count.failed++;
            }
        }
        Arrays.sort(elapsed);
        count.requests = elapsed.length;
        count.perSecond = elapsed.length * 1000.0 / Math.max(1, last - first);
        count.p50Millis = elapsed[elapsed.length / 2];
        count.p99Millis = elapsed[(int) (elapsed.length * 0.99)];
        count.maxMillis = elapsed[elapsed.length - 1];
        return count;
    }
}
