package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.operations.ApplicationName;
import dev.serval.operations.DeployedApplication;
import dev.serval.webapp.WarFiles;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The applications of a host as an operator sees them. Stateless. */
final class ApplicationViews {
    // The default in minutes (Servlet 6.1 §7.5).
    private static final int SESSION_TIMEOUT = 30;

    private ApplicationViews() {}

    /**
     * In the order of paths and versions.
     *
     * @param self the application that asks; null if it is not of this host
     */
    static List<DeployedApplication> all(Host host, ApplicationName self) {
        List<DeployedApplication> all = new ArrayList<>();
        for (ApplicationStatus status : host.applications()) {
            ApplicationName name = new ApplicationName(status.path(), status.version());
            Context context = host.served().find(name.path(), name.version());
            boolean another = context != null && context.life().current().state() != status.state();
            StoppedApplication stopped = host.served().stopped().find(name.path(), name.version());
            if (another || context == null && stopped != null && isEnding(status)) {
                continue; // it starts beside the deployed one, or ends after it
            }
            all.add(view(status, name, context, stopped, name.equals(self)));
        }
        return all;
    }

    private static boolean isEnding(ApplicationStatus status) {
        return status.state() == ApplicationState.STOPPING;
    }

    private static DeployedApplication view(
            ApplicationStatus status,
            ApplicationName name,
            Context context,
            StoppedApplication stopped,
            boolean self) {
        if (context == null) {
            ContextSource source = stopped == null ? null : stopped.source();
            return new DeployedApplication(
                    status,
                    null,
                    source == null ? name.base() : docBase(source, name, false),
                    0,
                    SESSION_TIMEOUT,
                    source != null && !source.discovered(),
                    self);
        }
        ServletContext seen = context.application().servletContext();
        return new DeployedApplication(
                status,
                context.refusal() == null ? seen.getServletContextName() : null,
                docBase(context.source(), name, context.refusal() != null),
                context.application().callsInFlight(),
                context.refusal() == null ? seen.getSessionTimeout() : SESSION_TIMEOUT,
                !context.source().discovered(),
                self);
    }

    /** As Tomcat reports it: Tomcat unpacks WARs in the appBase. */
    private static String docBase(ContextSource source, ApplicationName name, boolean failed) {
        WebappPaths place = source.place();
        if (place.source() == null) {
            return "";
        }
        if (!place.war()) {
            return place.shown();
        }
        boolean packed = failed && !isWhole(place.source());
        return packed ? name.base() + ".war" : name.base();
    }

    private static boolean isWhole(Path war) {
        try {
            WarFiles.open(war).close();
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
