package dev.serval.tests;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Makes directories that servers of {@link ServerXmlFilesTest} serve: what lies beside a
 * server.xml, the same application in each appBase, which tells what it sees of a request, keys,
 * and libraries. Used by one thread.
 */
final class ProbedFiles {
    private static final String PROBE =
            """
            package probe;
            import java.lang.management.*;
            import java.security.cert.*;
            import java.sql.*;
            import javax.naming.*;
            import javax.sql.DataSource;
            public class Probe extends HttpServlet {
                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    if (q.getMethod().equals("TRACE")) {
                        super.service(q, r);
                        return;
                    }
                    r.setContentType("text/plain");
                    r.setCharacterEncoding("UTF-8");
                    r.setHeader("Server", "Application");
                    try {
                        tell(q, r);
                    } catch (IOException | ServletException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new ServletException(e);
                    }
                }
                private void tell(HttpServletRequest q, HttpServletResponse r) throws Exception {
                    if (q.getParameter("sleep") != null) {
                        Thread.sleep(Integer.parseInt(q.getParameter("sleep")));
                    }
                    if (q.getParameter("fail") != null) {
                        r.sendError(Integer.parseInt(q.getParameter("fail")));
                        return;
                    }
                    HttpSession session =
                            q.getParameter("session") == null ? null : q.getSession();
                    PrintWriter out = r.getWriter();
                    out.println("thread=" + Thread.currentThread().getName());
                    out.println("remoteAddr=" + q.getRemoteAddr());
                    out.println("scheme=" + q.getScheme());
                    out.println("secure=" + q.isSecure());
                    out.println("serverName=" + q.getServerName());
                    out.println("serverPort=" + q.getServerPort());
                    out.println("user=" + q.getRemoteUser());
                    out.println("p=" + q.getParameter("p"));
                    out.println("cipher="
                            + q.getAttribute("jakarta.servlet.request.cipher_suite"));
                    out.println("protocol="
                            + q.getAttribute("jakarta.servlet.request.secure_protocol"));
                    X509Certificate[] shown = (X509Certificate[])
                            q.getAttribute("jakarta.servlet.request.X509Certificate");
                    out.println("certificate="
                            + (shown == null ? null : shown[0].getSubjectX500Principal()));
                    if (session != null) {
                        out.println("sessionIsNew=" + session.isNew());
                        out.println("sessionTimeout=" + session.getMaxInactiveInterval());
                    }
                    if (q.getParameter("parameter") != null) {
                        out.println("initParameter="
                                + getServletContext().getInitParameter(q.getParameter("parameter")));
                    }
                    if (q.getParameter("delegate") != null) {
                        Object of = Class.forName("shared.Which").getMethod("of").invoke(null);
                        out.println("delegated=" + of.equals("lib"));
                    }
                    if (q.getParameter("name") != null) {
                        Object found = new InitialContext()
                                .lookup("java:comp/env/" + q.getParameter("name"));
                        out.println("found=" + found);
                        if (q.getParameter("sql") != null) {
                            try (Connection connection = ((DataSource) found).getConnection();
                                    Statement statement = connection.createStatement();
                                    ResultSet row =
                                            statement.executeQuery(q.getParameter("sql"))) {
                                row.next();
                                out.println("row=" + row.getString(1));
                            }
                        }
                    }
                }
            }
            """;
    private static final String MARK =
            """
            package probe;
            public class Mark extends HttpFilter {
                protected void doFilter(HttpServletRequest q, HttpServletResponse r, FilterChain c)
                        throws IOException, ServletException {
                    r.setHeader("X-Mark", "by the filter");
                    c.doFilter(q, r);
                }
            }
            """;
    private static final String FAILS =
            """
            package probe;
            public class Fails extends HttpServlet {
                public void init() throws ServletException {
                    throw new ServletException("on purpose");
                }
            }
            """;
    private static final String ANNOTATED =
            """
            package annotated;
            @WebServlet("/NAME")
            public class TYPE extends HttpServlet {
                protected void doGet(HttpServletRequest q, HttpServletResponse r)
                        throws IOException {
                    r.getWriter().print("NAME");
                }
            }
            """;
    private static final String WHICH =
            """
            package shared;
            public class Which {
                private String mark;
                public void setMark(String mark) {
                    this.mark = mark;
                }
                public static String of() {
                    return "WHERE";
                }
                public String toString() {
                    return "a bean of WHERE, " + mark;
                }
            }
            """;
    private static final String WEB_XML =
            """
            <web-app version="6.1" metadata-complete="false">
              <servlet><servlet-name>probe</servlet-name>
                <servlet-class>probe.Probe</servlet-class></servlet>
              <servlet-mapping><servlet-name>probe</servlet-name>
                <url-pattern>/probe</url-pattern><url-pattern>/in/probe</url-pattern>
              </servlet-mapping>
              <security-constraint>
                <web-resource-collection><url-pattern>/in/*</url-pattern></web-resource-collection>
                <auth-constraint><role-name>admin</role-name></auth-constraint>
              </security-constraint>
              <security-constraint>
                <web-resource-collection><url-pattern>/confidential/*</url-pattern>
                </web-resource-collection>
                <user-data-constraint><transport-guarantee>CONFIDENTIAL</transport-guarantee>
                </user-data-constraint>
              </security-constraint>
              <login-config><auth-method>METHOD</auth-method><form-login-config>
                <form-login-page>/login.html</form-login-page>
                <form-error-page>/login.html</form-error-page></form-login-config></login-config>
              <security-role><role-name>admin</role-name></security-role>
            </web-app>
            """;
    private static final String PASSWORD = "changeit";

    private final Path directory;
    private final Map<String, byte[]> classes;
    private final Map<String, byte[]> annotated;
    private final Map<String, byte[]> ofLib;

    ProbedFiles(Path directory) throws IOException {
        this.directory = directory;
        classes = Wars.compile(directory, PROBE, MARK, FAILS, WHICH.replace("WHERE", "app"));
        annotated =
                Wars.compile(
                        directory,
                        ANNOTATED.replace("NAME", "kept").replace("TYPE", "Kept"),
                        ANNOTATED.replace("NAME", "scanned").replace("TYPE", "Scanned"));
        ofLib = Wars.compile(directory, WHICH.replace("WHERE", "lib"));
    }

    static Path resources() throws URISyntaxException {
        return Path.of(ProbedFiles.class.getResource("server-xml").toURI());
    }

    /** The directory of a server, made of those files. */
    Path base(String name) throws Exception {
        Path base = directory.resolve(name);
        copy(resources().resolve(name), base);
        Files.createDirectories(base.resolve("conf"));
        Files.move(base.resolve("server.xml"), base.resolve("conf/server.xml"));
        TestTls keys = TestTls.shared();
        keys.writePem(base.resolve("conf/cert.pem"), base.resolve("conf/key.pem"));
        keys.writeKeystore(base.resolve("conf/keystore.p12"), PASSWORD);
        Files.copy(base.resolve("conf/keystore.p12"), base.resolve("conf/keystore.jks"));
        keys.writeTrust(base.resolve("conf/trust.p12"), PASSWORD);
        Path lib = Files.createDirectories(base.resolve("lib"));
        Files.write(lib.resolve("which.jar"), Wars.zip(ofLib));
        Path driver =
                Path.of(
                        org.h2.Driver.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        Files.copy(driver, lib.resolve("h2.jar"));
        if (Files.exists(base.resolve("overlay"))) {
            Files.write(
                    base.resolve("overlay/pages.jar"),
                    Wars.zip(Map.of("pages/in.txt", Wars.text("in the jar\n"))));
        }
        NodeList hosts =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(base.resolve("conf/server.xml").toFile())
                        .getElementsByTagName("Host");
        for (int i = 0; i < hosts.getLength(); i++) {
            String written = ((Element) hosts.item(i)).getAttribute("appBase");
            String appBase = written.isEmpty() ? "webapps" : written.replace("${serval.base}/", "");
            application(base.resolve(appBase).resolve("ROOT"), "ROOT of " + appBase);
        }
        try (Stream<Path> all = Files.walk(base)) {
            for (Path own : all.filter(file -> file.endsWith("WEB-INF")).toList()) {
                Wars.write(own.resolve("classes"), classes);
            }
        }
        return base;
    }

    private void application(Path root, String page) throws IOException {
        Path lib = Files.createDirectories(root.resolve("WEB-INF/lib"));
        Files.writeString(root.resolve("WEB-INF/web.xml"), WEB_XML.replace("METHOD", "BASIC"));
        Files.writeString(root.resolve("index.html"), page + "\n");
        Files.writeString(root.resolve("login.html"), "<p>log in\n");
        Files.writeString(root.resolve("long.html"), "<p>long enough\n".repeat(400));
        for (String name : List.of("Kept", "Scanned")) {
            Map<String, byte[]> one = new HashMap<>(annotated);
            one.keySet().removeIf(file -> !file.contains(name));
            String jar = name.equals("Kept") ? "kept-1.jar" : "other.jar";
            Files.write(lib.resolve(jar), Wars.zip(one));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copied = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copied.getParent());
                Files.copy(file, copied);
                Files.setPosixFilePermissions(copied, PosixFilePermissions.fromString("rw-------"));
            }
        }
    }
}
