package dev.serval.benchmarks;

import java.util.List;

/**
 * What the servers of a scenario serve, and on what; where two scenarios have the same, the servers
 * go on. Immutable.
 *
 * @param tls null for plain text
 * @param applications see {@link Site#applications}
 * @param webSocket see {@link Site#webSocket}
 * @param jdk of those that are Java
 * @param jvm options of their JVM beside those of the suite
 */
record Served(Encryption.Kind tls, int applications, boolean webSocket, Jdk jdk, List<String> jvm) {

    static Served files(Encryption.Kind tls) {
        return new Served(tls, 0, false, Jdk.own(), List.of());
    }

    static Served applications(int number) {
        return new Served(null, number, false, Jdk.own(), List.of());
    }

    static Served webSocket(Jdk jdk, String... jvm) {
        return new Served(null, 0, true, jdk, List.of(jvm));
    }
}
