package dev.serval.manager;

import dev.serval.operations.DeployedApplication;
import dev.serval.operations.HostView;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.Operations;
import dev.serval.operations.PortView;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory, connectors and, below {@code /all}, applications: as a page, with {@code XML=true} and
 * {@code JSON=true} in the form of Tomcat's. Thread-safe.
 */
public final class StatusServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private transient Operations operations;

    @Override
    public void init() throws ServletException {
        operations = Access.operations(getServletContext());
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setHeader("Cache-Control", "no-store");
        boolean all = "/all".equals(request.getPathInfo());
        List<PortView> ports = operations.ports();
        if ("true".equals(request.getParameter("XML"))) {
            response.setContentType("text/xml;charset=utf-8");
            response.getWriter().print(StatusXml.text(ports, request.getContextPath()));
        } else if ("true".equals(request.getParameter("JSON"))) {
            response.setContentType("application/json;charset=utf-8");
            response.getWriter().print(StatusJson.text(ports, all ? applications() : null));
        } else {
            response.setContentType("text/html;charset=utf-8");
            response.getWriter()
                    .print(
                            StatusPage.text(
                                    operations.server().name(),
                                    ports,
                                    all ? applications() : List.of()));
        }
    }

    private List<DeployedApplication> applications() {
        List<DeployedApplication> all = new ArrayList<>();
        try {
            for (HostView host : operations.hosts()) {
                all.addAll(operations.applications(host.name()));
            }
        } catch (OperationRefused e) {
            // A host has just been removed.
        }
        return all;
    }
}
