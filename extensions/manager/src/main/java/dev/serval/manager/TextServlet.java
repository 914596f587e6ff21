package dev.serval.manager;

import dev.serval.operations.ApplicationName;
import dev.serval.operations.DeployRequest;
import dev.serval.operations.DeployedApplication;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.operations.Operations;
import dev.serval.operations.OperatorChanges;
import dev.serval.operations.SessionView;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Commands in the path, answered in text whose first line begins with {@code OK - } or {@code FAIL
 * - }: those of Tomcat's manager, in its words, for the tools that read them. Thread-safe.
 */
public final class TextServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String DATABASE = "org.apache.catalina.UserDatabase";

    private transient Operations operations;
    private long mostUpload;

    @Override
    public void init() throws ServletException {
        operations = Access.operations(getServletContext());
        mostUpload = Upload.most(getServletConfig());
    }

    /** One request with its answer. */
    private record Exchange(HttpServletRequest request, PrintWriter out, OperatorChanges changes) {
        String parameter(String name) {
            return request.getParameter(name);
        }

        /** Null for an empty parameter, too. */
        String filled(String name) {
            String value = request.getParameter(name);
            return value == null || value.isEmpty() ? null : value;
        }

        void say(String line) {
            out.println(line);
        }

        void ok(String sentence) {
            say("OK - " + sentence);
        }

        void fail(String sentence) {
            say("FAIL - " + sentence);
        }
    }

    private Exchange exchange(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        response.setHeader("X-Content-Type-Options", "nosniff");
        return new Exchange(request, response.getWriter(), Access.changes(operations, request));
    }

    private static String command(HttpServletRequest request) {
        String path = request.getPathInfo();
        return path == null ? request.getServletPath() : path;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Exchange exchange = exchange(request, response);
        guarded(exchange, () -> run(command(request), exchange));
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Exchange exchange = exchange(request, response);
        String command = command(request);
        guarded(
                exchange,
                () -> {
                    if (command.equals("/deploy")) {
                        upload(exchange);
                    } else {
                        exchange.fail("Unknown command [" + command + "]");
                    }
                });
    }

    private interface Command {
        void run() throws OperationRefused, IOException;
    }

    private static void guarded(Exchange exchange, Command command) {
        try {
            command.run();
        } catch (OperationRefused e) {
            exchange.fail(Sentence.of(e, true));
        } catch (IOException | RuntimeException e) {
            exchange.fail("Encountered exception [" + e + "]");
        }
    }

    private void run(String command, Exchange exchange) throws OperationRefused, IOException {
        switch (command) {
            case "/list" -> list(exchange);
            case "/deploy" -> deploy(exchange);
            case "/undeploy" -> {
                ApplicationName name = required(exchange);
                exchange.changes().undeploy(operations.host(), name);
                exchange.ok("Undeployed application at context path [" + name.display() + "]");
            }
            case "/start" -> start(exchange);
            case "/stop" -> {
                ApplicationName name = required(exchange);
                exchange.changes().stop(operations.host(), name);
                exchange.ok("Stopped application at context path [" + name.display() + "]");
            }
            case "/reload" -> {
                ApplicationName name = required(exchange);
                exchange.changes().reload(operations.host(), name);
                exchange.ok("Reloaded application at context path [" + name.display() + "]");
            }
            case "/sessions", "/expire" -> sessions(exchange);
            case "/findleaks" -> findleaks(exchange);
            case "/resources" -> resources(exchange);
            case "/save" ->
                    exchange.fail(
                            "No StoreConfig MBean registered at [Catalina:type=StoreConfig]."
                                    + " Registration is typically performed by the"
                                    + " StoreConfigLifecycleListener.");
            case "/serverinfo" -> serverinfo(exchange);
            case "/threaddump" -> {
                exchange.ok("JVM thread dump");
                exchange.out().print(ThreadDump.text());
            }
            case "/vminfo" -> {
                exchange.ok("VM info");
                exchange.out().print(VmInfo.text());
            }
            case "/sslReload" -> sslReload(exchange);
            case "/sslConnectorCiphers" -> TlsText.ciphers(operations.ports(), exchange.out());
            case "/sslConnectorCerts" -> TlsText.certificates(operations.ports(), exchange.out());
            case "/sslConnectorTrustedCerts" -> TlsText.trusted(operations.ports(), exchange.out());
            default -> exchange.fail("Unknown command [" + command + "]");
        }
    }

    private ApplicationName required(Exchange exchange) throws OperationRefused {
        return checked(RequestedName.of(exchange.request()));
    }

    private static ApplicationName checked(ApplicationName name) throws OperationRefused {
        if (!RequestedName.isValid(name)) {
            throw new OperationRefused(Reason.BAD_PATH, name == null ? "null" : name.path());
        }
        return name;
    }

    private void list(Exchange exchange) throws OperationRefused {
        exchange.ok("Listed applications for virtual host [" + operations.host() + "]");
        for (DeployedApplication each : operations.applications(operations.host())) {
            String path = each.name().path().isEmpty() ? "/" : each.name().path();
            String state = each.isServed() ? ":running:" + each.status().sessions() : ":stopped:0";
            exchange.say(path + state + ":" + each.docBase());
        }
    }

    private void deploy(Exchange exchange) throws OperationRefused, IOException {
        String war = exchange.parameter("war");
        String config = exchange.parameter("config");
        String tag = exchange.parameter("tag");
        if (war == null && config == null && tag == null) {
            exchange.fail("Invalid parameters supplied for command [/deploy]");
            return;
        }
        ApplicationName name = checked(RequestedName.ofDeployment(exchange.request()));
        boolean files = war != null || config != null;
        deployed(
                exchange,
                new DeployRequest(
                        name,
                        null,
                        exchange.filled("war"),
                        exchange.filled("config"),
                        files ? null : tag,
                        "true".equals(exchange.parameter("update"))));
    }

    private void upload(Exchange exchange) throws OperationRefused, IOException {
        HttpServletRequest request = exchange.request();
        ApplicationName name = checked(RequestedName.of(request));
        try (BoundedUpload body =
                new BoundedUpload(
                        request.getInputStream(), mostUpload, request.getContentLengthLong())) {
            deployed(
                    exchange,
                    new DeployRequest(
                            name,
                            body,
                            null,
                            exchange.filled("config"),
                            exchange.parameter("tag"),
                            "true".equals(exchange.parameter("update"))));
        }
    }

    private void deployed(Exchange exchange, DeployRequest request)
            throws OperationRefused, IOException {
        String display = request.name().display();
        String failed =
                "Deployed application at context path ["
                        + display
                        + "] but context failed to start";
        try {
            DeployedApplication now = exchange.changes().deploy(operations.host(), request);
            if (now.isServed()) {
                exchange.ok("Deployed application at context path [" + display + "]");
            } else {
                exchange.fail(failed);
            }
        } catch (OperationRefused e) {
            if (e.reason() != Reason.NOT_DEPLOYED || e.getCause() == null) {
                throw e;
            }
            exchange.fail(failed); // the application to be replaced goes on
        }
    }

    private void start(Exchange exchange) throws OperationRefused {
        ApplicationName name = required(exchange);
        boolean served;
        try {
            served = exchange.changes().start(operations.host(), name).isServed();
        } catch (OperationRefused e) {
            if (e.reason() != Reason.NOT_DEPLOYED) {
                throw e;
            }
            served = false;
        }
        if (served) {
            exchange.ok("Started application at context path [" + name.display() + "]");
        } else {
            exchange.fail(
                    "Application at context path [" + name.display() + "] could not be started");
        }
    }

    private void sessions(Exchange exchange) throws OperationRefused {
        ApplicationName name = required(exchange);
        int idle = number(exchange.parameter("idle"));
        int timeout =
                operations.applications(operations.host()).stream()
                        .filter(each -> each.name().equals(name))
                        .map(DeployedApplication::sessionTimeout)
                        .findFirst()
                        .orElse(0);
        List<SessionView> all = operations.sessions(operations.host(), name, Integer.MAX_VALUE);
        List<String> lines = new ArrayList<>(SessionHistogram.lines(all, timeout));
        if (idle >= 0) {
            int ended = exchange.changes().expire(operations.host(), name, idle);
            lines.add(
                    "Inactive for [>" + idle + "] minutes: [" + ended + "] sessions were expired");
        }
        exchange.ok("Session information for application at context path [" + name.display() + "]");
        lines.forEach(exchange::say);
    }

    /** -1 if it is not a number. */
    private static int number(String text) {
        try {
            return text == null ? -1 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private void findleaks(Exchange exchange) throws OperationRefused {
        boolean status = "true".equals(exchange.parameter("statusLine"));
        List<String> names = operations.leaks(operations.host());
        if (status) {
            exchange.ok(
                    names.isEmpty()
                            ? "No memory leaks found"
                            : "Found potential memory leaks in the following applications:");
        }
        names.forEach(exchange::say);
    }

    private void resources(Exchange exchange) {
        String type = exchange.parameter("type");
        exchange.ok(
                type == null
                        ? "Listed global resources of all types"
                        : "Listed global resources of type [" + type + "]");
        for (Map.Entry<String, String> each : operations.resources().entrySet()) {
            if (type == null || type.equals(each.getValue())) {
                // The class that Tomcat shows, which creates resources to list them.
                String made =
                        each.getValue().equals(DATABASE)
                                ? "org.apache.catalina.users.MemoryUserDatabase"
                                : each.getValue();
                exchange.say(each.getKey() + ":" + made);
            }
        }
    }

    private void serverinfo(Exchange exchange) {
        exchange.ok("Server info");
        exchange.say("Tomcat Version: [" + operations.server().name() + "]");
        exchange.say("OS Name: [" + System.getProperty("os.name") + "]");
        exchange.say("OS Version: [" + System.getProperty("os.version") + "]");
        exchange.say("OS Architecture: [" + System.getProperty("os.arch") + "]");
        exchange.say("JVM Version: [" + System.getProperty("java.runtime.version") + "]");
        exchange.say("JVM Vendor: [" + System.getProperty("java.vm.vendor") + "]");
    }

    private void sslReload(Exchange exchange) throws OperationRefused {
        String name = exchange.filled("tlsHostName");
        exchange.changes().reloadTls(name);
        exchange.ok(
                name == null
                        ? "Reloaded TLS configuration for all TLS virtual hosts"
                        : "Reloaded TLS configuration for [" + name + "]");
    }
}
