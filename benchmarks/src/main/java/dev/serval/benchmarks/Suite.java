package dev.serval.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenarios that belong together, and the conditions that all servers have in them. Immutable.
 *
 * @param name as {@code run.sh} takes it
 * @param title for people
 * @param contenders unless others are asked for
 * @param threads calls of applications at once
 * @param log whether servers write an access log
 * @param jvm options of every JVM
 * @param rounds unless another number is asked for
 * @param mostRounds as long as figures are not stable
 * @param quick whether it is cut short
 */
record Suite(
        String name,
        String title,
        List<Contender> contenders,
        int threads,
        boolean log,
        List<String> jvm,
        int rounds,
        int mostRounds,
        boolean quick,
        List<Scenario> scenarios) {

    /** A setting that may differ where a run goes on. */
    static final String ROUNDS = "rounds";

    Suite withServers(List<Contender> others) {
        return new Suite(
                name, title, others, threads, log, jvm, rounds, mostRounds, quick, scenarios);
    }

    /** Exactly so many. */
    Suite withRounds(int number) {
        return withRounds(number, number);
    }

    Suite withRounds(int least, int most) {
        return new Suite(name, title, contenders, threads, log, jvm, least, most, quick, scenarios);
    }

    /** With an access log in every server. */
    Suite withLog() {
        return new Suite(
                name, title, contenders, threads, true, jvm, rounds, mostRounds, quick, scenarios);
    }

    Suite withThreads(int number) {
        return new Suite(
                name, title, contenders, number, log, jvm, rounds, mostRounds, quick, scenarios);
    }

    /** With other options of every JVM. */
    Suite withJvm(List<String> options) {
        return new Suite(
                name,
                title,
                contenders,
                threads,
                log,
                options,
                rounds,
                mostRounds,
                quick,
                scenarios);
    }

    /** What is said beside the results. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("JVM", String.join(" ", jvm));
        settings.put(
                "threads",
                threads
                        + " for applications, or processes, in every server; on Java 21 and newer"
                        + " virtual ones in Serval, as in Helidon; httpd worker and event: so many"
                        + " in each of 2 processes");
        settings.put("keep-alive", Site.KEEP_ALIVE / 1000 + " s, requests without limit");
        settings.put(
                "connections",
                "%d, %d waiting to be accepted".formatted(Site.CONNECTIONS, Site.BACKLOG));
        settings.put("access log", log ? "on, one line for each request" : "off");
        settings.put("network", "loopback; clients share the processor with the servers");
        settings.put(
                ROUNDS,
                rounds == mostRounds
                        ? "at least %d, servers interleaved".formatted(rounds)
                        : "%d to %d, until stable, servers interleaved"
                                .formatted(rounds, mostRounds));
        return settings;
    }
}
