package dev.serval.manager;

import dev.serval.operations.ApplicationName;
import dev.serval.operations.DeployRequest;
import dev.serval.operations.DeployedApplication;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.operations.Operations;
import dev.serval.operations.OperatorChanges;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * What the page needs, as JSON: data by GET, changes by POST, uploads by PUT. {@link ChangeGuard}
 * filters its requests. Thread-safe.
 */
public final class JsonServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private transient Operations operations;
    private transient JsonViews views;
    private long mostUpload;

    @Override
    public void init() throws ServletException {
        operations = Access.operations(getServletContext());
        mostUpload = Upload.most(getServletConfig());
        views = new JsonViews(operations, mostUpload);
    }

    private interface Answering {
        Object run() throws OperationRefused, IOException;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        answer(request, response, () -> views.get(request.getPathInfo(), request));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        answer(request, response, () -> change(request, response));
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        answer(request, response, () -> upload(request, response));
    }

    private static void answer(
            HttpServletRequest request, HttpServletResponse response, Answering answering)
            throws IOException {
        Object answer;
        try {
            answer = answering.run();
        } catch (OperationRefused e) {
            response.setStatus(status(e.reason()));
            answer = refusal(Sentence.of(e, false), Sentence.cause(e));
        } catch (BoundedUpload.TooLarge e) {
            response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
            answer = refusal("The upload is too large", e.getMessage());
        } catch (IllegalArgumentException e) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            answer = refusal(e.getMessage(), null);
        } catch (IOException e) {
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            answer = refusal("Encountered exception [" + e + "]", e.getMessage());
        }
        if (answer == null) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            answer = refusal("Unknown command [" + request.getPathInfo() + "]", null);
        }
        response.setContentType("application/json;charset=utf-8");
        response.getWriter().write(Json.text(answer));
    }

    private static Map<String, Object> refusal(String message, String cause) {
        Map<String, Object> refusal = Json.object("ok", false, "message", message);
        if (cause != null) {
            refusal.put("cause", cause);
        }
        return refusal;
    }

    private static int status(Reason reason) {
        return switch (reason) {
            case NO_HOST, NO_APPLICATION, NO_SESSION, NO_TLS -> HttpServletResponse.SC_NOT_FOUND;
            case BAD_PATH, BAD_HOST, OUTSIDE, NOT_COPIED -> HttpServletResponse.SC_BAD_REQUEST;
            case NOT_DEPLOYED -> 422; // RFC 9110 §15.5.21
            case NOT_REMOVED, NOT_MADE, HOST_FAILED -> HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
            case STOPPING -> HttpServletResponse.SC_SERVICE_UNAVAILABLE;
            case EXISTS,
                    BUSY,
                    SELF,
                    STOPPED,
                    DECLARED,
                    HOST_EXISTS,
                    HOST_STARTED,
                    HOST_STOPPED,
                    DEFAULT_HOST ->
                    HttpServletResponse.SC_CONFLICT;
        };
    }

    private static Map<String, Object> done(String message) {
        return Json.object("ok", true, "message", message);
    }

    private Object change(HttpServletRequest request, HttpServletResponse response)
            throws OperationRefused, IOException {
        OperatorChanges changes = Access.changes(operations, request);
        String host = views.host(request);
        return switch (String.valueOf(request.getPathInfo())) {
            case "/deploy" -> deploy(changes, request, response);
            case "/undeploy" -> {
                ApplicationName name = JsonViews.name(request);
                changes.undeploy(host, name);
                yield done("Undeployed application at context path [" + name.display() + "]");
            }
            case "/start" -> {
                ApplicationName name = JsonViews.name(request);
                yield started(changes.start(host, name), response, "Started");
            }
            case "/stop" -> {
                ApplicationName name = JsonViews.name(request);
                changes.stop(host, name);
                yield done("Stopped application at context path [" + name.display() + "]");
            }
            case "/reload" -> {
                ApplicationName name = JsonViews.name(request);
                yield started(changes.reload(host, name), response, "Reloaded");
            }
            case "/session/end" -> {
                ApplicationName name = JsonViews.name(request);
                changes.endSession(host, name, JsonViews.required(request, "id"));
                yield done("Ended 1 session of [" + name.display() + "]");
            }
            case "/expire" -> {
                ApplicationName name = JsonViews.name(request);
                int idle = JsonViews.number(request, "idle", 0);
                int ended = changes.expire(host, name, Math.max(0, idle));
                Map<String, Object> answer =
                        done("Ended " + ended + " sessions of [" + name.display() + "]");
                answer.put("ended", ended);
                yield answer;
            }
            case "/tls/reload" -> {
                String name = request.getParameter("name");
                changes.reloadTls(name);
                yield done(
                        name == null
                                ? "Reloaded TLS configuration for all TLS virtual hosts"
                                : "Reloaded TLS configuration for [" + name + "]");
            }
            default -> null;
        };
    }

    private static Map<String, Object> started(
            DeployedApplication now, HttpServletResponse response, String verb) {
        String display = now.name().display();
        if (now.isServed()) {
            Map<String, Object> answer =
                    done(verb + " application at context path [" + display + "]");
            if (now.status().failure() != null) {
                // The application goes on as before.
                answer.put("cause", now.status().failure().line());
            }
            return answer;
        }
        response.setStatus(422);
        return refusal(
                "Application at context path [" + display + "] could not be started",
                now.status().failure() == null ? null : now.status().failure().line());
    }

    private Object deploy(
            OperatorChanges changes, HttpServletRequest request, HttpServletResponse response)
            throws OperationRefused, IOException {
        ApplicationName name = RequestedName.ofDeployment(request);
        return deployed(
                changes,
                request,
                response,
                new DeployRequest(
                        valid(name),
                        null,
                        request.getParameter("war"),
                        request.getParameter("config"),
                        null,
                        "true".equals(request.getParameter("update"))));
    }

    private Object upload(HttpServletRequest request, HttpServletResponse response)
            throws OperationRefused, IOException {
        if (!"/deploy".equals(request.getPathInfo())) {
            return null;
        }
        String file = request.getParameter("name");
        ApplicationName name =
                file == null || request.getParameter("path") != null
                        ? RequestedName.of(request)
                        : ApplicationName.ofFile(file);
        try (BoundedUpload body =
                new BoundedUpload(
                        request.getInputStream(), mostUpload, request.getContentLengthLong())) {
            return deployed(
                    Access.changes(operations, request),
                    request,
                    response,
                    new DeployRequest(
                            valid(name),
                            body,
                            null,
                            null,
                            null,
                            "true".equals(request.getParameter("update"))));
        }
    }

    private static ApplicationName valid(ApplicationName name) throws OperationRefused {
        if (!RequestedName.isValid(name)) {
            throw new OperationRefused(Reason.BAD_PATH, name == null ? "null" : name.path());
        }
        return name;
    }

    private Map<String, Object> deployed(
            OperatorChanges changes,
            HttpServletRequest request,
            HttpServletResponse response,
            DeployRequest deployment)
            throws OperationRefused, IOException {
        DeployedApplication now = changes.deploy(views.host(request), deployment);
        ApplicationName name = now.name();
        Map<String, Object> answer;
        if (now.isServed()) {
            answer = done("Deployed application at context path [" + name.display() + "]");
        } else {
            response.setStatus(422);
            answer =
                    refusal(
                            "Deployed application at context path ["
                                    + name.display()
                                    + "] but context failed to start",
                            now.status().failure() == null ? null : now.status().failure().line());
        }
        answer.put("path", name.path());
        answer.put("version", name.version());
        return answer;
    }
}
