package dev.serval.tests;

import dev.serval.container.Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A server with applications whose security a test describes, and with the users {@code ann} (roles
 * R1 and manager), {@code bob} (clerk) and {@code cat} (none), whose passwords are their names.
 * Closed by whoever makes it; one thread at a time.
 *
 * <p>Every application has {@code base.Who}, which tells {@code method|user|how}.
 */
final class GuardedApps implements AutoCloseable {
    private static final String WHO =
            """
            package base;
            public class Who extends HttpServlet {
                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    r.getWriter().print(q.getMethod() + "|" + q.getRemoteUser() + "|" + q.getAuthType());
                }
            }
            """;

    private final Wire wire;
    private final Path base;
    private final List<String> sources = new ArrayList<>(List.of(WHO));
    private final List<String> names = new ArrayList<>();
    private Server server;

    GuardedApps(Wire wire, Path base) throws IOException {
        this.wire = wire;
        this.base = Files.createDirectories(base);
    }

    /**
     * One more application.
     *
     * @param name its path without the slash, and the package of its classes
     * @param webXml with its root element
     */
    GuardedApps app(String name, String webXml, String... classes) throws IOException {
        Path directory = base.resolve("webapps").resolve(name);
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(directory.resolve("WEB-INF/web.xml"), webXml);
        for (String source : classes) {
            sources.add("package " + name + "; " + source);
        }
        names.add(name);
        return this;
    }

    /** A static file of the application that came last. */
    GuardedApps file(String path, String content) throws IOException {
        Path file = base.resolve("webapps").resolve(names.get(names.size() - 1)).resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    GuardedApps start() throws Exception {
        Map<String, byte[]> classes = Wars.compile(base, sources.toArray(String[]::new));
        for (String name : names) {
            Map<String, byte[]> own = new HashMap<>(classes);
            own.keySet()
                    .removeIf(file -> !file.startsWith("base/") && !file.startsWith(name + "/"));
            Wars.write(base.resolve("webapps").resolve(name).resolve("WEB-INF/classes"), own);
        }
        Path conf = Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                conf.resolve("users.xml"),
                "<tomcat-users><user username='ann' password='ann' roles='R1,manager'/>"
                        + "<user username='bob' password='bob' roles='clerk'/>"
                        + "<user username='cat' password='cat'/></tomcat-users>");
        String connector = "<Connector port='0' redirectPort='8443' protocol='" + wire.io() + "'";
        server =
                Configured.server(
                        base,
                        connector + "/>" + connector + " secure='true' scheme='https'/>",
                        "<Realm className='org.apache.catalina.realm.MemoryRealm'"
                                + " pathname='conf/users.xml'/>"
                                + "<Host name='localhost' autoDeploy='false'/>");
        return this;
    }

    /** A web.xml with this inside; users log in by BASIC. */
    static String basic(String inside) {
        return "<web-app>"
                + inside
                + "<login-config><auth-method>BASIC</auth-method></login-config></web-app>";
    }

    /** A servlet of that class at these patterns, under a name that no annotation gives. */
    static String servlet(String type, String inside, String... patterns) {
        StringBuilder xml = new StringBuilder("<servlet><servlet-name>x-").append(type);
        xml.append("</servlet-name><servlet-class>").append(type).append("</servlet-class>");
        xml.append(inside).append("</servlet><servlet-mapping><servlet-name>x-").append(type);
        xml.append("</servlet-name>");
        for (String pattern : patterns) {
            xml.append("<url-pattern>").append(pattern).append("</url-pattern>");
        }
        return xml.append("</servlet-mapping>").toString();
    }

    /**
     * A constraint.
     *
     * @param methods elements of the collection; may be empty
     * @param demand what follows the collection
     */
    static String constraint(String pattern, String methods, String demand) {
        return "<security-constraint><web-resource-collection><web-resource-name>x"
                + "</web-resource-name><url-pattern>"
                + pattern
                + "</url-pattern>"
                + methods
                + "</web-resource-collection>"
                + demand
                + "</security-constraint>";
    }

    /** An auth-constraint; without roles nobody may. */
    static String roles(String... names) {
        StringBuilder xml = new StringBuilder("<auth-constraint>");
        for (String name : names) {
            xml.append("<role-name>").append(name).append("</role-name>");
        }
        return xml.append("</auth-constraint>").toString();
    }

    static String transport(String guarantee) {
        return "<user-data-constraint><transport-guarantee>"
                + guarantee
                + "</transport-guarantee></user-data-constraint>";
    }

    static String method(String... names) {
        return "<http-method>"
                + String.join("</http-method><http-method>", names)
                + "</http-method>";
    }

    static String omission(String... names) {
        return "<http-method-omission>"
                + String.join("</http-method-omission><http-method-omission>", names)
                + "</http-method-omission>";
    }

    /** The field by which a user logs in; null for nobody. */
    private static String[] as(String user) {
        if (user == null) {
            return new String[0];
        }
        byte[] both = (user + ":" + user).getBytes(StandardCharsets.US_ASCII);
        return new String[] {"Authorization: Basic " + Base64.getEncoder().encodeToString(both)};
    }

    /** GET as a user; null for nobody. */
    RawResponse get(String user, String target) throws IOException {
        return send(0, "GET", user, target);
    }

    RawResponse send(String method, String user, String target) throws IOException {
        return send(0, method, user, target);
    }

    /** The same over a connection that counts as protected. */
    RawResponse secure(String method, String user, String target) throws IOException {
        return send(1, method, user, target);
    }

    int status(String method, String user, String target) throws IOException {
        return send(method, user, target).status();
    }

    private RawResponse send(int connector, String method, String user, String target)
            throws IOException {
        try (RawClient client = new RawClient(wire, server.connectors().get(connector).port())) {
            return client.exchange(ServerUnderTest.request(method, target, as(user)));
        }
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(5));
    }
}
