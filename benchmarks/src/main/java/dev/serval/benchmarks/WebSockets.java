package dev.serval.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The suite of WebSocket, on each Java that servers are measured on. Stateless. */
final class WebSockets {
    private WebSockets() {}

    /** The newest Java first. */
    static Suite suite(Effort effort) {
        List<Scenario> scenarios = new ArrayList<>();
        try {
            List<Jdk> jdks = new ArrayList<>(Jdk.usual());
            Collections.reverse(jdks);
            jdks.forEach(jdk -> scenarios.addAll(rows(jdk, effort)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Suites.suite(
                        "websocket",
                        "WebSocket",
                        List.of(
                                Contender.SERVAL_NIO,
                                Contender.SERVAL_NIO2,
                                Contender.SERVAL_BIO,
                                Contender.TOMCAT_NIO,
                                Contender.JETTY,
                                Contender.UNDERTOW),
                        effort,
                        scenarios)
                .withJvm(Suites.jvm("-Xmx1g"));
    }

    private static List<Scenario> rows(Jdk jdk, Effort effort) {
        Effort.Connections connections = effort.connections();
        return List.of(
                WebSocketScenario.of(jdk, connections.echo(), false, effort),
                WebSocketScenario.of(jdk, connections.broadcast(), true, effort),
                IdleScenario.webSocket(connections.idle(), jdk, false),
                IdleScenario.webSocket(connections.idle(), jdk, true));
    }
}
