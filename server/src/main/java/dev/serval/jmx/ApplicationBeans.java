package dev.serval.jmx;

import dev.serval.metrics.CallCounters;
import dev.serval.metrics.RequestCounters;
import dev.serval.metrics.ServerMetrics;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.RunningServer.RunningApplication;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.session.Session;
import dev.serval.session.SessionCounts;
import dev.serval.session.Sessions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Function;

/**
 * The beans of one application, its servlets and its sessions. Thread-safe.
 *
 * @param metrics the counters
 */
record ApplicationBeans(
        BeanNames names,
        RunningServer server,
        RunningApplication application,
        AppContext context,
        ServerMetrics metrics) {
    private static final String SESSION = "org.apache.catalina.session.";
    private static final String CORE = "org.apache.catalina.core.";

    void collect(Beans all) {
        String host = application.status().host();
        String path = versioned();
        all.add(names.ofApplication(host, path), context, this::module);
        all.add(names.ofManager(host, path), context, this::manager);
        for (RunningPool pool : application.pools()) {
            GeneralBeans.pool(names.ofPool(host, path, pool), pool, all);
        }
        for (RegisteredServlet servlet : context.registrations()) {
            all.add(
                    names.ofServlet(host, path, servlet.getName()),
                    context,
                    () -> servlet(servlet));
        }
    }

    private String versioned() {
        String version = application.status().version();
        return context.path() + (version.isEmpty() ? "" : "##" + version);
    }

    private RequestCounters counters() {
        RequestCounters kept = metrics.of(application.status().host(), context.path());
        return kept == null ? new RequestCounters() : kept;
    }

    private MonitoringBean module() {
        RequestCounters counters = counters();
        Path docBase = application.docBase();
        return new MonitoringBean(CORE + "StandardContext", "A web application")
                .text("name", context.path().isEmpty() ? "" : context.path())
                .text("path", context.path())
                .text("webappVersion", application.status().version())
                .text("docBase", docBase == null ? null : docBase.toString())
                .text("displayName", () -> context.servletContext().getServletContextName())
                .text("baseName", baseName())
                .text("stateName", this::state)
                .large("startTime", () -> application.status().since().toEpochMilli())
                .large("startupTime", () -> 0L)
                .large("tldScanTime", () -> 0L)
                .number("requestCount", () -> ConnectorBeans.whole(counters.requests()))
                .number("errorCount", () -> ConnectorBeans.whole(counters.errors()))
                .large("processingTime", () -> ConnectorBeans.millis(counters.nanos()))
                .large("maxTime", counters::longestMillis)
                .large("minTime", () -> 0L)
                .number("sessionTimeout", () -> context.servletContext().getSessionTimeout())
                .flag("paused", false)
                .texts(
                        "servlets",
                        () ->
                                context.registrations().stream()
                                        .map(
                                                each ->
                                                        names.ofServlet(
                                                                        application.status().host(),
                                                                        versioned(),
                                                                        each.getName())
                                                                .toString())
                                        .toArray(String[]::new));
    }

    private String baseName() {
        String path = versioned();
        if (path.isEmpty() || path.startsWith("##")) {
            return "ROOT" + path;
        }
        return path.substring(1).replace('/', '#');
    }

    private String state() {
        return server.applications().stream()
                .filter(each -> each.name().equals(application.status().name()))
                .map(each -> each.state().name())
                .findFirst()
                .orElse("STOPPED");
    }

    private MonitoringBean servlet(RegisteredServlet servlet) {
        RequestCounters counters = counters();
        return new MonitoringBean(CORE + "StandardWrapper", "A servlet")
                .text("servletClass", servlet.getClassName())
                .text("servletName", servlet.getName())
                .text("stateName", this::state)
                .number("requestCount", () -> call(counters, servlet, c -> (int) c.requests(), 0))
                .number("errorCount", () -> call(counters, servlet, c -> (int) c.errors(), 0))
                .large("processingTime", () -> call(counters, servlet, CallCounters::millis, 0L))
                .large("maxTime", () -> call(counters, servlet, CallCounters::longestMillis, 0L))
                .large("minTime", () -> call(counters, servlet, CallCounters::shortestMillis, 0L))
                .large("loadTime", () -> 0L)
                .number("classLoadTime", 0)
                .number("loadOnStartup", servlet::loadOnStartup)
                .number("countAllocated", 0)
                .large("available", () -> 0L)
                .number("backgroundProcessorDelay", -1)
                .texts("mappings", () -> servlet.getMappings().toArray(String[]::new));
    }

    private static <T> T call(
            RequestCounters counters,
            RegisteredServlet servlet,
            Function<CallCounters, T> what,
            T none) {
        CallCounters found = counters.ofServlet(servlet.getName());
        return found == null ? none : what.apply(found);
    }

    private MonitoringBean manager() {
        Sessions sessions = context.sessions();
        SessionCounts counts = SessionCounts.of(sessions);
        MonitoringBean bean =
                new MonitoringBean(SESSION + "StandardManager", "The sessions of an application");
        if (sessions.storeFigures() != null) {
            bean.large("storeFailures", () -> sessions.storeFigures().failed())
                    .large("storeRefusals", () -> sessions.storeFigures().refused())
                    .number("unremovedSessions", () -> sessions.storeFigures().unremoved());
        }
        return bean.text("className", SESSION + "StandardManager")
                .text("name", "StandardManager")
                .text("stateName", this::state)
                .number("activeSessions", sessions::count)
                .number("maxActive", counts::most)
                .number("maxActiveSessions", () -> sessions.rules().maxActive())
                .large("sessionCounter", counts::created)
                .large("expiredSessions", counts::expired)
                .number("rejectedSessions", counts::rejected)
                .number("duplicates", 0)
                .number("sessionMaxAliveTime", counts::longestSeconds)
                .number("sessionAverageAliveTime", counts::averageSeconds)
                .number("sessionCreateRate", counts::createdPerMinute)
                .number("sessionExpireRate", counts::expiredPerMinute)
                .number("sessionIdLength", () -> sessions.rules().ids().length() / 2)
                .number("processExpiresFrequency", 1)
                .large("processingTime", () -> 0L)
                .number("maxInactiveInterval", () -> timeout())
                .flag("distributable", false)
                .text("jvmRoute", sessions.rules().ids()::route)
                .text("pathname", () -> null)
                .text("secureRandomAlgorithm", () -> null)
                .action("listSessionIds", String.class.getName(), 0, none -> ids(sessions))
                .action("expireSession", "void", 1, id -> expire(sessions, id[0]))
                .action(
                        "getCreationTime",
                        String.class.getName(),
                        1,
                        id -> text(sessions, id[0], Session::getCreationTime))
                .action(
                        "getLastAccessedTime",
                        String.class.getName(),
                        1,
                        id -> text(sessions, id[0], Session::getLastAccessedTime))
                .action(
                        "getSessionAttribute",
                        String.class.getName(),
                        2,
                        named -> attribute(sessions, named[0], named[1]))
                .action("backgroundProcess", "void", 0, none -> null);
    }

    private int timeout() {
        return context.servletContext().getSessionTimeout() * 60;
    }

    private static String ids(Sessions sessions) {
        StringBuilder all = new StringBuilder();
        sessions.all().forEach(each -> all.append(each.getId()).append(' '));
        return all.toString();
    }

    private static Object expire(Sessions sessions, String id) {
        Session session = sessions.held(id);
        if (session != null) {
            session.endFromOutside();
        }
        return null;
    }

    private static String text(Sessions sessions, String id, Function<Session, Long> when) {
        Session session = sessions.held(id);
        return session == null ? "" : Instant.ofEpochMilli(when.apply(session)).toString();
    }

    private static String attribute(Sessions sessions, String id, String name) {
        Session session = sessions.held(id);
        Object value = session == null ? null : session.getAttribute(name);
        return value == null ? null : value.toString();
    }
}
