package dev.serval.manager;

import dev.serval.operations.HostView;
import dev.serval.operations.NewHost;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.operations.Operations;
import dev.serval.operations.OperatorChanges;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The commands of Tomcat's host-manager, in its words. Thread-safe. */
public final class HostTextServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String MANAGER = "/WEB-INF/manager.xml";

    private transient Operations operations;

    @Override
    public void init() throws ServletException {
        operations = Access.operations(getServletContext());
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        response.setHeader("X-Content-Type-Options", "nosniff");
        PrintWriter out = response.getWriter();
        String path = request.getPathInfo();
        String command = path == null ? request.getServletPath() : path;
        String name = request.getParameter("name");
        try {
            run(command, name, request, out);
        } catch (OperationRefused e) {
            out.println("FAIL - " + sentence(e, command.substring(1)));
        } catch (IOException | RuntimeException e) {
            out.println("FAIL - Encountered exception [" + e + "]");
        }
    }

    private static String sentence(OperationRefused e, String command) {
        if (e.reason() == Reason.SELF) {
            return "Cannot " + command + " your own host [" + e.detail(0) + "]";
        }
        if (e.reason() == Reason.HOST_FAILED) {
            return "Failed to " + command + " host [" + e.detail(0) + "]";
        }
        return Sentence.of(e, false);
    }

    private void run(String command, String name, HttpServletRequest request, PrintWriter out)
            throws OperationRefused, IOException {
        OperatorChanges changes = Access.changes(operations, request);
        switch (command) {
            case "/list" -> list(out);
            case "/add" -> {
                changes.addHost(asked(name, request));
                out.println("OK - Host [" + name + "] added");
            }
            case "/remove" -> {
                changes.removeHost(name);
                out.println("OK - Removed host [" + name + "]");
            }
            case "/start" -> {
                changes.startHost(name);
                out.println("OK - Host [" + name + "] started");
            }
            case "/stop" -> {
                changes.stopHost(name);
                out.println("OK - Host [" + name + "] stopped");
            }
            case "/persist" -> out.println("FAIL - Please enable StoreConfig to use this feature");
            default -> out.println("FAIL - Unknown command [" + command + "]");
        }
    }

    private void list(PrintWriter out) {
        out.println("OK - Listed hosts");
        for (HostView host : operations.hosts()) {
            out.println("[" + host.name() + "]:[" + String.join(",", host.aliases()) + "]");
        }
    }

    private NewHost asked(String name, HttpServletRequest request) throws IOException {
        String aliases = request.getParameter("aliases");
        List<String> others =
                aliases == null
                        ? List.of()
                        : Arrays.stream(aliases.split("[, ]+"))
                                .filter(alias -> !alias.isEmpty())
                                .toList();
        return new NewHost(
                name,
                others,
                request.getParameter("appBase"),
                flag(request, "autoDeploy", true),
                flag(request, "deployOnStartup", true),
                flag(request, "deployXML", true),
                flag(request, "copyXML", false),
                flag(request, "manager", false) ? manager() : null);
    }

    private static boolean flag(HttpServletRequest request, String name, boolean otherwise) {
        String value = request.getParameter(name);
        return otherwise ? !"false".equals(value) : "true".equals(value);
    }

    private String manager() throws IOException {
        try (InputStream in = getServletContext().getResourceAsStream(MANAGER)) {
            if (in == null) {
                throw new IOException(MANAGER + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
