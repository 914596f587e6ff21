package dev.serval.benchmarks;

import static dev.serval.benchmarks.LoadScenario.KEEP_ALIVE;

/** Makes the scenarios of load clients, as large as the effort says. Immutable. */
final class Loads {
    /** Of "Tomcat: The Definitive Guide". */
    static final int CLIENTS = 149;

    private final Effort effort;

    Loads(Effort effort) {
        this.effort = effort;
    }

    /** Files of 4, 10 and 40 KB in turns. */
    static Request mixed() {
        return Request.files(4096, 10_240, 40_960);
    }

    Scenario ab(String name, Request request, int requestsPerConnection, int requests) {
        int share = Math.max((int) (requests * effort.share()), CLIENTS * 2);
        return new LoadScenario(
                name,
                LoadClient.AB,
                request,
                CLIENTS,
                requestsPerConnection,
                share,
                null,
                effort.warmUps(),
                false);
    }

    Scenario wrk(String name, Request request, int clients, int requestsPerConnection) {
        return wrk(name, request, clients, requestsPerConnection, null);
    }

    Scenario wrk(
            String name,
            Request request,
            int clients,
            int requestsPerConnection,
            Encryption.Kind tls) {
        return new LoadScenario(
                name,
                LoadClient.WRK,
                request,
                clients,
                requestsPerConnection,
                effort.seconds(),
                tls,
                effort.warmUps(),
                false);
    }

    /** Without warm-up: another client has asked for the same before. */
    Scenario again(String name, LoadClient tool, Request request) {
        int amount = tool == LoadClient.H2LOAD ? effort.seconds() : CLIENTS * effort.loops();
        return new LoadScenario(name, tool, request, CLIENTS, KEEP_ALIVE, amount, null, 0, false);
    }
}
