package dev.serval.startup;

import dev.serval.config.HostConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.container.Server;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The output at the end of a start: addresses and web applications. Immutable. */
final class Banner {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int MOST_CHARS = 300;

    private final List<ConnectorAddress> addresses;
    private final List<ApplicationStatus> applications;
    private final Map<Path, Boolean> appBases;
    private final Home home;
    private final String stop;

    private Banner(
            List<ConnectorAddress> addresses,
            List<ApplicationStatus> applications,
            Map<Path, Boolean> appBases,
            Home home,
            String stop) {
        this.addresses = addresses;
        this.applications = applications;
        this.appBases = appBases;
        this.home = home;
        this.stop = stop;
    }

    /** The banner of a started server. */
    static Banner of(Server server, ServerConfig config, Home home) {
        List<ConnectorAddress> addresses = new ArrayList<>();
        Map<Path, Boolean> appBases = new LinkedHashMap<>();
        for (Connector connector : server.connectors()) {
            if (connector.started()) {
                addresses.add(ConnectorAddress.of(connector));
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
        // In a directory of Tomcat, bin/shutdown.sh is Tomcat's.
        String stop =
                config.compatibility().isAdopted()
                        ? "Ctrl-C or SIGTERM"
                        : home.base().equals(home.home())
                                ? "bin/shutdown.sh"
                                : "bin/shutdown.sh with this SERVAL_BASE";
        return new Banner(addresses, server.applications(), appBases, home, stop);
    }

    /**
     * Checks every port.
     *
     * @throws StartFailure if one does not answer within ten seconds
     */
    void requireAnswers() {
        for (ConnectorAddress address : addresses) {
            if (!address.answers(ANSWER)) {
                throw new StartFailure(
                        "SRV-0809 Serval was started and does not answer at "
                                + address.shown()
                                + ".");
            }
        }
    }

    /** The text, the address first. */
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
        List<String> served =
                applications.stream()
                        .filter(application -> application.state() == ApplicationState.STARTED)
                        .map(ApplicationStatus::name)
                        .toList();
        lines.add("Web applications: " + (served.isEmpty() ? "none" : String.join(", ", served)));
        lines.addAll(failed());
        for (Map.Entry<Path, Boolean> appBase : appBases.entrySet()) {
            lines.add(
                    "New ones: drop a WAR or a directory into "
                            + appBase.getKey()
                            + (appBase.getValue() ? "" : " and start again"));
        }
        lines.add("Log: " + log() + "; stop: " + stop);
        return lines;
    }

    /** A line for each application that is not served. */
    List<String> failed() {
        List<String> lines = new ArrayList<>();
        for (ApplicationStatus application : applications) {
            if (application.state() == ApplicationState.FAILED) {
                lines.add(
                        "Failed, answers 503: "
                                + application.name()
                                + ": "
                                + shortened(application.failure().line()));
            }
        }
        if (!lines.isEmpty()) {
            lines.add("More on what failed: search for \"Failed to deploy\" in " + log());
        }
        return lines;
    }

    private static String shortened(String reason) {
        return reason.length() > MOST_CHARS ? reason.substring(0, MOST_CHARS) + "..." : reason;
    }

    private Path log() {
        return home.base().resolve("logs/serval.log");
    }
}
