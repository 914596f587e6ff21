package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A load generator that is installed beside the servers. Immutable. */
interface LoadClient {
    LoadClient AB = new Ab();
    LoadClient WRK = new Wrk();
    LoadClient SIEGE = new Siege();
    LoadClient H2LOAD = new H2load();
    LoadClient JMETER = new JMeter();

    /** What one run has counted; -1 for what the tool does not tell. Mutable, of one thread. */
    final class Count {
        long requests;
        double perSecond;

        /** Of bodies at least; -1 when the tool checks them itself. */
        double bytes = -1;

        double p50Millis = -1;
        double p99Millis = -1;
        double maxMillis = -1;
        long failed;

        /** How long the client ran, and the CPU time that it took. */
        double wallSeconds;

        double cpuSeconds;
    }

    String program();

    /** What brings it, in words; null when it is installed. */
    String missing();

    /** Threads that it has, which bounds the cores that it can use. */
    int threads();

    /** About how long it takes. */
    double seconds(LoadScenario scenario);

    /**
     * Seconds after which it is ended: h2load goes on for ever where a server closes connections.
     */
    default long limit(LoadScenario scenario) {
        return 120 + 3 * (long) seconds(scenario);
    }

    /** Its arguments as people are told of them, without where it puts files. */
    List<String> shown(LoadScenario scenario, String origin);

    /**
     * The command.
     *
     * @param origin scheme, host and port
     * @param cookie null if there is none
     * @param work where it may put files
     */
    List<String> command(LoadScenario scenario, String origin, String cookie, Path work)
            throws IOException;

    /** Reads what it has printed, and the files that it has written to the directory. */
    Count count(List<String> printed, Path work) throws IOException;

    /** In words for {@link #missing}. */
    static String missing(String program, String debianPackage) {
        return Programs.find(program).isPresent()
                ? null
                : program + " is missing: it comes with Debian's package " + debianPackage;
    }
}
