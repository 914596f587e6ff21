package dev.serval.manager;

import dev.serval.lifecycle.ApplicationStatus.Failure;
import dev.serval.operations.ApplicationName;
import dev.serval.operations.DeployedApplication;
import dev.serval.operations.HostView;
import dev.serval.operations.LogTail;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.operations.Operations;
import dev.serval.operations.PortView;
import dev.serval.operations.PortView.TlsView;
import dev.serval.operations.SessionView;
import dev.serval.operations.SessionView.SessionAttribute;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The data of the manager's JSON form. Thread-safe. */
final class JsonViews {
    private static final int MOST_SESSIONS = 1000;
    private static final int LINES = 200;
    private static final List<String> ROLES =
            List.of("manager-gui", "manager-script", "manager-jmx", "manager-status");

    private final Operations operations;
    private final ServerBeans beans = new ServerBeans();
    private final long mostUpload;

    JsonViews(Operations operations, long mostUpload) {
        this.operations = operations;
        this.mostUpload = mostUpload;
    }

    /** Null for an unknown path. */
    Map<String, Object> get(String path, HttpServletRequest request)
            throws OperationRefused, IOException {
        return switch (String.valueOf(path)) {
            case "/me" -> me(request);
            case "/applications" -> applications();
            case "/sessions" -> sessions(request);
            case "/session" ->
                    session(
                            operations.session(
                                    host(request), name(request), required(request, "id")),
                            true);
            case "/live" -> live();
            case "/connectors" -> Json.object("connectors", connectors());
            case "/requests" -> beans.requests(otherHosts());
            case "/log" -> log(request);
            case "/threads" -> ProcessViews.threads();
            case "/memory" -> ProcessViews.memory();
            case "/server" -> server();
            case "/hosts" -> hosts();
            case "/leaks" -> leaks(request);
            case "/resources" -> resources();
            default -> null;
        };
    }

    /**
     * The host of the manager, whose applications it manages.
     *
     * @throws OperationRefused if the request names another one
     */
    String host(HttpServletRequest request) throws OperationRefused {
        String host = request.getParameter("host");
        if (host != null && !host.isEmpty() && !host.equalsIgnoreCase(operations.host())) {
            throw new OperationRefused(Reason.NO_HOST, host);
        }
        return operations.host();
    }

    static ApplicationName name(HttpServletRequest request) throws OperationRefused {
        ApplicationName name = RequestedName.of(request);
        if (!RequestedName.isValid(name)) {
            throw new OperationRefused(Reason.BAD_PATH, name == null ? "null" : name.path());
        }
        return name;
    }

    /** Throws IllegalArgumentException if there is none. */
    static String required(HttpServletRequest request, String parameter) {
        String value = request.getParameter(parameter);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("The parameter " + parameter + " is missing");
        }
        return value;
    }

    /** Throws IllegalArgumentException if it is not a number. */
    static int number(HttpServletRequest request, String parameter, int otherwise) {
        return (int) Math.min(Integer.MAX_VALUE, wide(request, parameter, otherwise));
    }

    private static long wide(HttpServletRequest request, String parameter, long otherwise) {
        String value = request.getParameter(parameter);
        try {
            return value == null || value.isEmpty() ? otherwise : Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("The parameter " + parameter + " is no number", e);
        }
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private Map<String, Object> me(HttpServletRequest request) {
        return Json.object(
                "user",
                request.getRemoteUser(),
                "roles",
                ROLES.stream().filter(request::isUserInRole).toList(),
                "host",
                operations.host(),
                "maxUpload",
                mostUpload,
                "tomcatVersion",
                "11.0",
                "server",
                operations.server().name());
    }

    private Map<String, Object> applications() throws OperationRefused {
        List<Object> all = new ArrayList<>();
        for (DeployedApplication each : operations.applications(operations.host())) {
            all.add(application(each));
        }
        return Json.object("host", operations.host(), "applications", all);
    }

    private Set<String> otherHosts() {
        Set<String> others = new HashSet<>();
        for (HostView host : operations.hosts()) {
            if (!host.isSelf()) {
                others.add(host.name().toLowerCase(Locale.ROOT));
                host.aliases().forEach(each -> others.add(each.toLowerCase(Locale.ROOT)));
            }
        }
        return others;
    }

    private static Map<String, Object> application(DeployedApplication each) {
        String state = each.status().state().name().toLowerCase(Locale.ROOT);
        List<String> actions = new ArrayList<>();
        if (each.isServed()) {
            if (!each.isSelf()) {
                actions.addAll(List.of("stop", "reload"));
            }
            actions.add("sessions");
        } else if (state.equals("stopped") || state.equals("failed")) {
            actions.add("start");
        }
        if (!each.isSelf() && !each.isDeclared()) {
            actions.add("undeploy");
        }
        return Json.object(
                "host",
                each.status().host(),
                "path",
                each.name().path(),
                "version",
                each.name().version(),
                "display",
                each.name().display(),
                "displayName",
                each.displayName(),
                "state",
                state,
                "since",
                time(each.status().since()),
                "failure",
                failure(each.status().failure()),
                "sessions",
                each.status().sessions(),
                "requests",
                each.requests(),
                "docBase",
                each.docBase(),
                "self",
                each.isSelf(),
                "changeable",
                !each.isDeclared(),
                "actions",
                actions);
    }

    private static Map<String, Object> failure(Failure failure) {
        return failure == null
                ? null
                : Json.object(
                        "at",
                        time(failure.at()),
                        "code",
                        failure.code(),
                        "message",
                        failure.message());
    }

    private DeployedApplication found(String host, ApplicationName name) throws OperationRefused {
        return operations.applications(host).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new OperationRefused(Reason.NO_APPLICATION, name.display()));
    }

    private Map<String, Object> sessions(HttpServletRequest request) throws OperationRefused {
        ApplicationName name = name(request);
        DeployedApplication of = found(host(request), name);
        List<SessionView> shown = operations.sessions(host(request), name, MOST_SESSIONS);
        return Json.object(
                "path",
                name.path(),
                "version",
                name.version(),
                "display",
                name.display(),
                "timeoutMinutes",
                of.sessionTimeout(),
                "count",
                Math.max(of.status().sessions(), shown.size()),
                "shown",
                shown.size(),
                "sessions",
                shown.stream().map(each -> session(each, false)).toList());
    }

    private static Map<String, Object> session(SessionView session, boolean whole) {
        int timeout = session.timeoutSeconds();
        Map<String, Object> view =
                Json.object(
                        "id",
                        session.handle(),
                        "created",
                        time(session.created()),
                        "lastAccessed",
                        time(session.lastAccessed()),
                        "idleMillis",
                        session.idleMillis(),
                        "timeoutSeconds",
                        timeout,
                        "expiresMillis",
                        timeout <= 0 ? null : Math.max(0, timeout * 1000L - session.idleMillis()),
                        "user",
                        session.user(),
                        "new",
                        session.isNew());
        view.put(
                "attributes",
                whole
                        ? session.attributes().stream().map(JsonViews::attribute).toList()
                        : session.attributeCount());
        return view;
    }

    private static Map<String, Object> attribute(SessionAttribute attribute) {
        boolean secret = Secrets.isSecret(attribute.name());
        return Json.object(
                "name",
                attribute.name(),
                "type",
                attribute.type(),
                "text",
                secret && attribute.text() != null ? Secrets.MASK : attribute.text());
    }

    private Map<String, Object> live() throws OperationRefused {
        Map<String, Object> live = ProcessViews.live();
        int sessions = 0;
        int requests = 0;
        for (DeployedApplication each : operations.applications(operations.host())) {
            sessions += each.status().sessions();
            requests += each.requests();
        }
        live.put("sessions", sessions);
        live.put("requestsInFlight", requests);
        List<Object> connectors = new ArrayList<>();
        for (PortView port : operations.ports()) {
            connectors.add(beans.live(port));
        }
        live.put("connectors", connectors);
        return live;
    }

    private List<Object> connectors() {
        List<Object> all = new ArrayList<>();
        for (PortView port : operations.ports()) {
            all.add(
                    Json.object(
                            "name",
                            port.name(),
                            "port",
                            port.port(),
                            "address",
                            port.address(),
                            "io",
                            port.io(),
                            "secure",
                            !port.tls().isEmpty(),
                            "open",
                            port.isOpen(),
                            "connections",
                            port.connections(),
                            "maxConnections",
                            port.maxConnections(),
                            "maxThreads",
                            port.maxThreads(),
                            "tls",
                            port.tls().stream().map(JsonViews::tls).toList()));
        }
        return all;
    }

    private static Map<String, Object> tls(TlsView host) {
        return Json.object(
                "hostName",
                host.hostName(),
                "default",
                host.isDefault(),
                "certificates",
                host.chains().stream().map(chain -> CertificateView.of(chain.get(0))).toList(),
                "ciphers",
                host.ciphers(),
                "enabledProtocols",
                host.protocols());
    }

    private Map<String, Object> log(HttpServletRequest request) throws IOException {
        LogTail tail = operations.log(wide(request, "after", -1), number(request, "lines", LINES));
        return Json.object(
                "file",
                tail.file(),
                "position",
                tail.position(),
                "truncated",
                tail.truncated(),
                "lines",
                tail.lines());
    }

    private Map<String, Object> server() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        return Json.object(
                "name",
                operations.server().name(),
                "engine",
                operations.server().engine(),
                "os",
                System.getProperty("os.name"),
                "osVersion",
                System.getProperty("os.version"),
                "arch",
                System.getProperty("os.arch"),
                "processors",
                Runtime.getRuntime().availableProcessors(),
                "java",
                System.getProperty("java.runtime.version"),
                "javaVendor",
                System.getProperty("java.vm.vendor"),
                "pid",
                runtime.getPid(),
                "started",
                time(Instant.ofEpochMilli(runtime.getStartTime())),
                "uptimeMillis",
                runtime.getUptime(),
                "state",
                operations.server().accepts() ? "started" : "stopping",
                "base",
                operations.server().base());
    }

    private Map<String, Object> hosts() {
        List<Object> all = new ArrayList<>();
        for (HostView host : operations.hosts()) {
            if (!host.isSelf()) {
                continue; // the host-manager is for all
            }
            all.add(
                    Json.object(
                            "name",
                            host.name(),
                            "aliases",
                            host.aliases(),
                            "default",
                            host.isDefault(),
                            "started",
                            host.isStarted(),
                            "self",
                            host.isSelf(),
                            "appBase",
                            host.appBase(),
                            "autoDeploy",
                            host.autoDeploy(),
                            "applications",
                            host.applications()));
        }
        return Json.object("engine", operations.server().engine(), "hosts", all);
    }

    private Map<String, Object> leaks(HttpServletRequest request) throws OperationRefused {
        List<String> names = operations.leaks(host(request));
        return Json.object(
                "message",
                names.isEmpty()
                        ? "No memory leaks found"
                        : "Found potential memory leaks in the following applications:",
                "applications",
                names);
    }

    private Map<String, Object> resources() {
        List<Object> all = new ArrayList<>();
        new TreeMap<>(operations.resources())
                .forEach((name, type) -> all.add(Json.object("name", name, "type", type)));
        return Json.object("resources", all);
    }
}
