package dev.serval.tests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/**
 * A server with one application that says who has logged in, by BASIC, and in which of the roles
 * admin, clerk, deep, common. Used by one thread.
 */
final class RealmServer implements AutoCloseable {
    /** What a wrong login gets. */
    static final String REFUSED = "401";

    /** What a login gets that cannot be looked at. */
    static final String BUSY = "503";

    private static final String WHO =
            """
            package app;
            @WebServlet("/who")
            public class Who extends HttpServlet {
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    List<String> roles = new ArrayList<>();
                    for (String role : List.of("admin", "clerk", "deep", "common")) {
                        if (request.isUserInRole(role)) {
                            roles.add(role);
                        }
                    }
                    response.getWriter().print(request.getRemoteUser() + " " + roles);
                }
            }
            """;
    private static final String WEB_XML =
            "<security-constraint><web-resource-collection><url-pattern>/who</url-pattern>"
                    + "</web-resource-collection><auth-constraint><role-name>**</role-name>"
                    + "</auth-constraint></security-constraint><login-config><auth-method>%s"
                    + "</auth-method></login-config>";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ResourceServer server;

    RealmServer(Path base) throws IOException {
        server = new ResourceServer(base).classes(WHO).webXml(WEB_XML.formatted("BASIC"));
    }

    /** To say more of it. */
    ResourceServer server() {
        return server;
    }

    /** With that realm in the Engine, behind a LockOutRealm. */
    RealmServer start(String realm) throws Exception {
        server.engine(
                "<Realm className='org.apache.catalina.realm.LockOutRealm'>" + realm + "</Realm>");
        server.start();
        return this;
    }

    /** {@code ann [admin]}, or the status. */
    String logIn(String user, String password) throws Exception {
        HttpResponse<String> response = answer(user, password);
        return response.statusCode() == 200
                ? response.body()
                : String.valueOf(response.statusCode());
    }

    HttpResponse<String> answer(String user, String password) throws Exception {
        byte[] bytes = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/app/who"))
                        .header(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(bytes))
                        .build();
        return client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }
}
