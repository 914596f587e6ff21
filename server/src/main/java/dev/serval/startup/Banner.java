package dev.serval.startup;

import dev.serval.config.HostConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.container.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a start ends with: where the server answers, and with what. Immutable. */
final class Banner {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int MOST_CHARS = 300;

    private final List<Reach> addresses;
    private final List<String> applications;
    private final Map<String, String> refused;
    private final Map<Path, Boolean> appBases;
    private final Home home;

    private Banner(
            List<Reach> addresses,
            List<String> applications,
            Map<String, String> refused,
            Map<Path, Boolean> appBases,
            Home home) {
        this.addresses = addresses;
        this.applications = applications;
        this.refused = refused;
        this.appBases = appBases;
        this.home = home;
    }

    /** Of a server that has been started. */
    static Banner of(Server server, ServerConfig config, Home home) {
        List<Reach> addresses = new ArrayList<>();
        Map<Path, Boolean> appBases = new LinkedHashMap<>();
        for (Connector connector : server.connectors()) {
            if (connector.started()) {
                addresses.add(Reach.of(connector));
            }
        }
        for (ServiceConfig service : config.services()) {
            for (HostConfig host : service.engine().hosts()) {
                if (host.appBase() != null) {
                    appBases.put(
                            home.base().resolve(host.appBase()).normalize(), host.autoDeploy());
                }
            }
        }
        List<String> served = new ArrayList<>(server.webApplications());
        Map<String, String> refused = server.refusedApplications();
        served.removeAll(refused.keySet());
        return new Banner(addresses, served, refused, appBases, home);
    }

    /**
     * Asks every port.
     *
     * @throws StartFailure when one does not answer within ten seconds
     */
    void requireAnswers() {
        for (Reach address : addresses) {
            if (!address.answers(ANSWER)) {
                throw new StartFailure(
                        "SRV-0809 Serval was started and does not answer at "
                                + address.shown()
                                + ".");
            }
        }
    }

    /** For people: the address first. */
    List<String> lines(long millis) {
        List<String> lines = new ArrayList<>();
        StringBuilder first = new StringBuilder("Serval " + Version.number() + " answers at ");
        for (int i = 0; i < addresses.size(); i++) {
            first.append(i == 0 ? "" : ", ").append(addresses.get(i).shown());
        }
        if (addresses.isEmpty()) {
            first.append("no port: conf/server.xml has no Connector that can be started");
        }
        lines.add(
                first
                        + " (PID "
                        + ProcessHandle.current().pid()
                        + ", started in "
                        + millis
                        + " ms)");
        lines.add(
                "Web applications: "
                        + (applications.isEmpty() ? "none" : String.join(", ", applications)));
        lines.addAll(failed());
        for (Map.Entry<Path, Boolean> appBase : appBases.entrySet()) {
            lines.add(
                    "New ones: drop a WAR or a directory into "
                            + appBase.getKey()
                            + (appBase.getValue() ? "" : " and start again"));
        }
        lines.add("Log: " + log() + "; stop: bin/shutdown.sh");
        return lines;
    }

    /** A line for each application that is not served. */
    List<String> failed() {
        List<String> lines = new ArrayList<>();
        refused.forEach(
                (name, reason) ->
                        lines.add(
                                "Failed, answers 503: "
                                        + name
                                        + ": "
                                        + (reason.length() > MOST_CHARS
                                                ? reason.substring(0, MOST_CHARS) + "..."
                                                : reason)));
        if (!lines.isEmpty()) {
            lines.add("More on what failed: search for \"Failed to deploy\" in " + log());
        }
        return lines;
    }

    private Path log() {
        return home.base().resolve("logs/serval.log");
    }
}
