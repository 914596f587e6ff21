package dev.serval.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code run.sh} was asked for. Immutable.
 *
 * @param suite its name
 * @param servers in their order; empty for those of the suite
 * @param rounds 0 for those of the suite
 * @param connections 0 for those of the suite
 * @param seconds of each measurement of a client that takes seconds; 0 for those of the suite
 * @param log whether servers write an access log in suites that measure without one
 * @param quick whether it is cut short
 * @param fresh whether an interrupted run is forgotten
 * @param name of the file of results; null for that of the suite
 * @param output its directory; null for the usual one
 */
record Options(
        String suite,
        List<Contender> servers,
        int rounds,
        int seconds,
        Effort.Connections connections,
        boolean log,
        boolean quick,
        boolean fresh,
        String name,
        String output) {

    /** Throws an IllegalArgumentException that says what is wrong. */
    static Options parse(String... args) {
        String suite = null;
        List<Contender> servers = new ArrayList<>();
        int rounds = 0;
        int seconds = 0;
        int echo = 0;
        int idle = 0;
        int broadcast = 0;
        boolean log = false;
        boolean quick = false;
        boolean fresh = false;
        String name = null;
        String output = null;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--servers" -> {
                    while (i + 1 < args.length && !args[i + 1].startsWith("--")) {
                        for (String server : args[++i].split(",")) {
                            servers.add(Contender.named(server));
                        }
                    }
                }
                case "--rounds" -> rounds = positive(args, i++);
                case "--seconds" -> seconds = positive(args, i++);
                case "--connections" -> echo = positive(args, i++);
                case "--idle" -> idle = positive(args, i++);
                case "--broadcast" -> broadcast = positive(args, i++);
                case "--log" -> log = true;
                case "--quick" -> quick = true;
                case "--fresh" -> fresh = true;
                case "--name" -> name = value(args, i++);
                case "--output" -> output = value(args, i++);
                default -> {
                    if (args[i].startsWith("--") || suite != null) {
                        throw new IllegalArgumentException("unknown: " + args[i]);
                    }
                    suite = args[i];
                }
            }
        }
        if (suite == null) {
            throw new IllegalArgumentException("no suite is named");
        }
        return new Options(
                suite,
                List.copyOf(servers),
                rounds,
                seconds,
                new Effort.Connections(echo, idle, broadcast),
                log,
                quick,
                fresh,
                name,
                output);
    }

    private static String value(String[] args, int at) {
        if (at + 1 == args.length) {
            throw new IllegalArgumentException(args[at] + " needs a value");
        }
        return args[at + 1];
    }

    private static int positive(String[] args, int at) {
        int number = Integer.parseInt(value(args, at));
        if (number < 1) {
            throw new IllegalArgumentException(args[at] + " is at least 1");
        }
        return number;
    }
}
