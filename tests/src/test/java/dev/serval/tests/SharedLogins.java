package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Four hosts with the same applications: {@code localhost} and {@code second} have the valve
 * SingleSignOn, {@code again} has it with requireReauthentication, {@code plain} has none. Closed
 * by whoever makes it.
 */
final class SharedLogins implements AutoCloseable {
    private static final String SERVLET =
            """
            package a;
            @WebListener
            public class Who extends HttpServlet implements HttpSessionListener {
                static volatile int ended;
                static volatile boolean own = true;

                public void sessionDestroyed(HttpSessionEvent e) {
                    own &= Thread.currentThread().getContextClassLoader() == Who.class.getClassLoader();
                    ended++;
                }

                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    switch (String.valueOf(q.getPathInfo())) {
                        case "/login-page", "/error-page" -> {
                            r.getWriter().print(q.getPathInfo().substring(1).replace('-', ' '));
                            return;
                        }
                        case "/login" -> q.login("ann", "s3cret");
                        case "/logout" -> q.logout();
                        case "/authenticate" -> {
                            if (!q.authenticate(r)) {
                                return;
                            }
                        }
                        case "/invalidate" -> q.getSession().invalidate();
                        case "/session" -> q.getSession();
                        case "/short" -> q.getSession().setMaxInactiveInterval(1);
                        case "/ended" -> {
                            r.getWriter().print(ended + " " + own);
                            return;
                        }
                        default -> {}
                    }
                    r.getWriter()
                            .print(
                                    q.getRemoteUser()
                                            + "|"
                                            + q.getAuthType()
                                            + "|"
                                            + (q.getSession(false) != null));
                }
            }
            """;

    private static final String FORM =
            "<auth-method>FORM</auth-method><form-login-config><form-login-page>/open/login-page"
                    + "</form-login-page><form-error-page>/open/error-page</form-error-page>"
                    + "</form-login-config>";
    private static final String BASIC = "<auth-method>BASIC</auth-method>";
    private static final String REALM =
            "<Realm className='org.apache.catalina.realm.MemoryRealm' pathname='conf/%s'/>";

    private final Wire wire;
    private final Server server;

    SharedLogins(Wire wire, Path base) throws Exception {
        this.wire = wire;
        Map<String, byte[]> classes = Wars.compile(Files.createDirectories(base), SERVLET);
        application(base, "form", FORM, classes);
        application(base, "other", FORM, classes);
        application(base, "basic", BASIC, classes);
        application(base, "own", BASIC, classes);
        write(
                base.resolve("webapps/own/META-INF/context.xml"),
                "<Context>" + REALM.formatted("own.xml") + "</Context>");
        users(base.resolve("conf/users.xml"), "b");
        users(base.resolve("conf/own.xml"), "other");
        String valve = "<Valve className='org.apache.catalina.authenticator.SingleSignOn'%s/>";
        String connector = "<Connector port='0' protocol='" + wire.io() + "'%s/>";
        server =
                Configured.server(
                        base,
                        connector.formatted("")
                                + connector.formatted(" secure='true' scheme='https'"),
                        REALM.formatted("users.xml")
                                + host("localhost", valve.formatted(""))
                                + host("second", valve.formatted(""))
                                + host(
                                        "again",
                                        valve.formatted(
                                                " requireReauthentication='true' cookieName='SSO'"
                                                        + " cookieDomain='example.org'"))
                                + host("plain", ""));
    }

    private static String host(String name, String inside) {
        return "<Host name='" + name + "' autoDeploy='false'>" + inside + "</Host>";
    }

    private static void application(
            Path base, String name, String login, Map<String, byte[]> classes) throws IOException {
        Path directory = base.resolve("webapps").resolve(name);
        write(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app metadata-complete='true'><listener><listener-class>a.Who</listener-class>"
                        + "</listener><servlet><servlet-name>w</servlet-name><servlet-class>a.Who"
                        + "</servlet-class></servlet><servlet-mapping><servlet-name>w</servlet-name>"
                        + "<url-pattern>/in/*</url-pattern><url-pattern>/open/*</url-pattern>"
                        + "</servlet-mapping><security-constraint><web-resource-collection>"
                        + "<url-pattern>/in/*</url-pattern></web-resource-collection><auth-constraint>"
                        + "<role-name>admin</role-name></auth-constraint></security-constraint>"
                        + "<login-config>"
                        + login
                        + "</login-config></web-app>");
        Wars.write(directory.resolve("WEB-INF/classes"), classes);
    }

    /** ann is an admin everywhere, bob only in the application with users of its own. */
    private static void users(Path file, String password) throws IOException {
        String role = password.equals("b") ? "clerk" : "admin";
        write(
                file,
                "<tomcat-users><user username='ann' password='s3cret' roles='admin'/>"
                        + "<user username='bob' password='"
                        + password
                        + "' roles='"
                        + role
                        + "'/></tomcat-users>");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** The cookie of the shared login in a response that begins one. */
    static String sso(RawResponse response) {
        return response.all("Set-Cookie").stream()
                .filter(cookie -> cookie.matches("(JSESSIONIDSSO|SSO)=.*"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(response.head()));
    }

    /** The field by which a user with a password logs in: {@code user:password}. */
    static String basic(String user) {
        byte[] bytes = user.getBytes(StandardCharsets.UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(bytes);
    }

    Browser browser(String host) {
        return new Browser(host);
    }

    Browser browser() {
        return browser("localhost");
    }

    /** One that has logged in as ann, by the form of {@code /form}. */
    Browser loggedIn() throws IOException {
        Browser browser = browser();
        browser.logIn("/form", "ann", "s3cret");
        return browser;
    }

    /** Keeps cookies, by name and path. Owned by one thread. */
    final class Browser {
        private final String host;
        private final Map<String, String> cookies = new LinkedHashMap<>();

        private Browser(String host) {
            this.host = host;
        }

        /** What is kept of a path: {@code name=value}. */
        String cookie(String path) {
            return cookies.get(path);
        }

        /** Takes a cookie of somebody else. */
        void keep(String cookie) {
            cookies.put("kept " + cookies.size(), cookie);
        }

        RawResponse get(String target, String... fields) throws IOException {
            return send(0, "GET", target, "", fields);
        }

        /** The same over a connector that counts as secure. */
        RawResponse secure(String target, String... fields) throws IOException {
            return send(1, "GET", target, "", fields);
        }

        /** By the form of an application, which is asked for before; the answer to the form. */
        RawResponse logIn(String application, String user, String password) throws IOException {
            assertThat(get(application + "/in/who").text()).isEqualTo("login page");
            return send(
                    0,
                    "POST",
                    application + "/j_security_check",
                    "j_username=" + user + "&j_password=" + password,
                    "Content-Type: application/x-www-form-urlencoded");
        }

        private RawResponse send(
                int connector, String method, String target, String body, String... fields)
                throws IOException {
            StringBuilder request = new StringBuilder(method).append(' ').append(target);
            request.append(" HTTP/1.1\r\nHost: ").append(host).append("\r\n");
            List<String> shown = new ArrayList<>();
            cookies.forEach(
                    (path, cookie) -> {
                        if (path.startsWith("kept") || target.startsWith(path)) {
                            shown.add(cookie);
                        }
                    });
            if (!shown.isEmpty()) {
                request.append("Cookie: ").append(String.join("; ", shown)).append("\r\n");
            }
            for (String field : fields) {
                request.append(field).append("\r\n");
            }
            if (!body.isEmpty()) {
                request.append("Content-Length: ").append(body.length()).append("\r\n");
            }
            request.append("\r\n").append(body);
            int port = server.connectors().get(connector).port();
            try (RawClient client = new RawClient(wire, port)) {
                RawResponse response = client.exchange(request.toString());
                for (String cookie : response.all("Set-Cookie")) {
                    String path = cookie.replaceFirst(".*; Path=([^;]*).*", "$1");
                    cookies.put(path, cookie.substring(0, cookie.indexOf(';')));
                }
                return response;
            }
        }
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(5));
    }
}
