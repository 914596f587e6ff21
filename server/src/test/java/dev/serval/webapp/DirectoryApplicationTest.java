package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A directory with WEB-INF in webapps is an application, seen through a socket. */
class DirectoryApplicationTest {
    private static final String HELLO =
            "package a; public class Hello extends HttpServlet {"
                    + " protected void doGet(HttpServletRequest q, HttpServletResponse r) throws IOException {"
                    + " r.getWriter().print(\"hello \" + getInitParameter(\"who\") + \" \""
                    + " + getServletContext().getAttribute(\"l\") + \" \" + q.getAttribute(\"f\")); } }";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    @Test
    void servletsFiltersAndListenersOfWebXmlRun() throws Exception {
        write(
                "webapps/a/WEB-INF/web.xml",
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <servlet><servlet-name>hello</servlet-name><servlet-class>a.Hello</servlet-class>
                    <init-param><param-name>who</param-name><param-value>world</param-value></init-param>
                  </servlet>
                  <servlet-mapping><servlet-name>hello</servlet-name><url-pattern>/hello/*</url-pattern></servlet-mapping>
                  <filter><filter-name>f</filter-name><filter-class>a.F</filter-class></filter>
                  <filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern></filter-mapping>
                  <listener><listener-class>a.L</listener-class></listener>
                  <error-page><error-code>404</error-code><location>/404.html</location></error-page>
                  <welcome-file-list><welcome-file>home.html</welcome-file></welcome-file-list>
                </web-app>
                """);
        write("webapps/a/404.html", "not found, sorry");
        write("webapps/a/home.html", "home");
        classes(
                HELLO,
                "package a; public class F extends HttpFilter { protected void doFilter("
                        + "HttpServletRequest q, HttpServletResponse r, FilterChain c) throws IOException,"
                        + " ServletException { q.setAttribute(\"f\", \"filtered\"); c.doFilter(q, r); } }",
                "package a; public class L implements ServletContextListener { public void"
                        + " contextInitialized(ServletContextEvent e) {"
                        + " e.getServletContext().setAttribute(\"l\", \"listened\"); } }");
        start();
        assertThat(get("/a/hello/x"))
                .startsWith("HTTP/1.1 200")
                .endsWith("hello world listened filtered");
        assertThat(get("/a/none")).startsWith("HTTP/1.1 404").contains("not found, sorry");
        assertThat(get("/a/")).startsWith("HTTP/1.1 200").endsWith("home");
        assertThat(get("/a/WEB-INF/web.xml")).startsWith("HTTP/1.1 404");
    }

    @Test
    void annotatedServletsAnswer() throws Exception {
        classes(HELLO.replace("public class", "@WebServlet(\"/hi\") public class"));
        write("webapps/a/x.txt", "file");
        start();
        assertThat(get("/a/hi")).startsWith("HTTP/1.1 200").endsWith("hello null null null");
        assertThat(get("/a/x.txt")).endsWith("file");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "/a/secret/x.txt,403",
        "/a/secret,403",
        "/a/deep/down.txt,403",
        "/a/open.txt,200",
        "/a/SECRET/x.txt,404",
        "/a/./secret/x.txt,403",
        "/a/secret;p/x.txt,403",
        "/a/%73ecret/x.txt,403"
    })
    void pathsUnderAConstraintAnswer403AndOthersDoNot(String path, int status) throws Exception {
        write(
                "webapps/a/WEB-INF/web.xml",
                """
                <web-app><security-constraint><web-resource-collection>
                  <url-pattern>/secret/*</url-pattern><url-pattern>/deep/down.txt</url-pattern>
                  </web-resource-collection><auth-constraint><role-name>x</role-name></auth-constraint>
                </security-constraint></web-app>
                """);
        write("webapps/a/secret/x.txt", "secret");
        write("webapps/a/deep/down.txt", "secret");
        write("webapps/a/open.txt", "open");
        start();
        assertThat(get(path)).startsWith("HTTP/1.1 " + status).doesNotEndWith("secret");
        assertThat(get(path)).as("nothing was learnt").startsWith("HTTP/1.1 " + status);
    }

    @Test
    void theCookieOfSessionsIsAsTheDescriptorSays() throws Exception {
        write(
                "webapps/a/WEB-INF/web.xml",
                """
                <web-app><servlet><servlet-name>s</servlet-name><servlet-class>a.S</servlet-class></servlet>
                <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/s</url-pattern></servlet-mapping>
                <session-config><cookie-config><name>SID</name><max-age>60</max-age>
                <attribute><attribute-name>Priority</attribute-name><attribute-value>High</attribute-value></attribute>
                <attribute><attribute-name>SameSite</attribute-name><attribute-value>Strict</attribute-value></attribute>
                </cookie-config></session-config></web-app>
                """);
        classes(
                "package a; public class S extends HttpServlet { protected void doGet("
                        + "HttpServletRequest q, HttpServletResponse r) { q.getSession(); } }");
        start();
        assertThat(get("/a/s"))
                .containsPattern(
                        "(?i)Set-Cookie: SID=[0-9A-F]{32,}; [^\r]*HttpOnly; Max-Age=60;"
                                + " Expires=[^;]+;"
                                + " Path=/a; Priority=High; SameSite=Strict\r");
    }

    @Test
    void theTrackingModeOfSessionsIsAsTheDescriptorSays() throws Exception {
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><session-config><tracking-mode>URL</tracking-mode></session-config></web-app>");
        write(
                "webapps/b/WEB-INF/web.xml",
                "<web-app><session-config><tracking-mode>SSL</tracking-mode></session-config></web-app>");
        classes(
                "package a; @WebServlet(\"/s\") public class S extends HttpServlet { protected void"
                        + " doGet(HttpServletRequest q, HttpServletResponse r) throws IOException {"
                        + " q.getSession(); r.getWriter().print(r.encodeURL(\"s\")); } }");
        start();
        assertThat(get("/a/s")).contains("s;jsessionid=").doesNotContain("Set-Cookie");
        // No connector has TLS.
        assertThat(get("/b/")).startsWith("HTTP/1.1 503");
    }

    @Test
    void aDistributableApplicationKeepsNoOtherValues() throws Exception {
        write("webapps/a/WEB-INF/web.xml", "<web-app><distributable/></web-app>");
        classes(
                "package a; @WebServlet(\"/s\") public class S extends HttpServlet { protected void"
                        + " doGet(HttpServletRequest q, HttpServletResponse r) throws IOException {"
                        + " q.getSession().setAttribute(\"a\", \"serializable\");"
                        + " try { q.getSession().setAttribute(\"b\", new Object()); }"
                        + " catch (IllegalArgumentException e) { r.getWriter().print("
                        + "q.getSession().getAttribute(\"b\") + e.getMessage()); } } }");
        start();
        assertThat(get("/a/s")).contains("null", "distributable", "java.lang.Object");
    }

    @Test
    void anErrorPageThatIsAPageLeavesTheStatusOfTheError() throws Exception {
        write(
                "conf/web.xml",
                """
                <web-app><servlet><servlet-name>jsp</servlet-name>
                <servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class></servlet>
                <servlet-mapping><servlet-name>jsp</servlet-name><url-pattern>*.jsp</url-pattern></servlet-mapping></web-app>
                """);
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><error-page><error-code>404</error-code><location>/404.jsp</location>"
                        + "</error-page></web-app>");
        write("webapps/a/404.jsp", "never");
        start();
        assertThat(get("/a/none")).startsWith("HTTP/1.1 404").doesNotContain("never");
        assertThat(get("/a/404.jsp"))
                .startsWith("HTTP/1.1 501")
                .contains("brings a JSP engine in WEB-INF/lib");
    }

    @Test
    void nothingIsServedWithoutAFilterThatIsNotThere() throws Exception {
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><filter><filter-name>f</filter-name><filter-class>"
                        + "org.apache.catalina.filters.RateLimitFilter</filter-class></filter>"
                        + "<filter-mapping><filter-name>f</filter-name><url-pattern>/none</url-pattern>"
                        + "</filter-mapping></web-app>");
        write("webapps/a/x.txt", "x");
        write("webapps/b/x.txt", "x");
        start();
        assertThat(get("/a/x.txt")).startsWith("HTTP/1.1 503");
        assertThat(get("/b/x.txt")).startsWith("HTTP/1.1 200");
    }

    @Test
    void confWebXmlHoldsForAllApplications() throws Exception {
        write(
                "conf/web.xml",
                """
                <web-app><welcome-file-list><welcome-file>first.txt</welcome-file></welcome-file-list>
                <mime-mapping><extension>zz</extension><mime-type>text/zz</mime-type></mime-mapping></web-app>
                """);
        write("webapps/a/first.txt", "first");
        write("webapps/b/first.txt", "second");
        write("webapps/b/x.zz", "zz");
        start();
        assertThat(get("/a/")).endsWith("first");
        assertThat(get("/b/")).endsWith("second");
        assertThat(get("/b/x.zz")).contains("text/zz");
    }

    @Test
    void theShippedConfWebXmlIsWithoutProblems() throws Exception {
        Path shipped = Path.of("..", "conf", "web.xml");
        Problems problems = new Problems();
        WebXml xml = WebXmlReader.webXml(Files.readAllBytes(shipped), "conf/web.xml", problems);
        assertThat(problems.all).isEmpty();
        assertThat(xml.welcomeFiles()).containsExactly("index.html", "index.htm", "index.jsp");
        assertThat(xml.setting("session-config/session-timeout")).isEqualTo("30");
        assertThat(xml.setting("request-character-encoding")).isEqualTo("UTF-8");
    }

    @Test
    void theServletForFilesCanHaveMorePaths() throws Exception {
        write(
                "webapps/a/WEB-INF/web.xml",
                """
                <web-app><servlet><servlet-name>hello</servlet-name><servlet-class>a.Hello</servlet-class></servlet>
                <servlet-mapping><servlet-name>hello</servlet-name><url-pattern>/</url-pattern></servlet-mapping>
                <servlet-mapping><servlet-name>default</servlet-name><url-pattern>/static/*</url-pattern></servlet-mapping>
                </web-app>
                """);
        classes(HELLO);
        write("webapps/a/static/x.txt", "file");
        start();
        assertThat(get("/a/static/x.txt")).startsWith("HTTP/1.1 200").endsWith("file");
        assertThat(get("/a/x.txt")).endsWith("hello null null null");
        assertThat(get("/a/static/none")).startsWith("HTTP/1.1 404");
    }

    @Test
    void resourcesOfLibrariesAreServed() throws Exception {
        Classes.jar(
                base.resolve("webapps/a/WEB-INF/lib/r.jar"),
                null,
                Map.of("META-INF/resources/in.txt", "inside"));
        start();
        assertThat(get("/a/in.txt")).startsWith("HTTP/1.1 200").endsWith("inside");
    }

    @Test
    void oneThatIsBrokenAnswers503AndOthersDoNot() throws Exception {
        write("webapps/a/WEB-INF/web.xml", "<web-app>\n<servlet></web-app>");
        write("webapps/b/x.txt", "b");
        start();
        assertThat(get("/a/x")).startsWith("HTTP/1.1 503").doesNotContain("web.xml");
        assertThat(get("/b/x.txt")).endsWith("b");
    }

    private void guarded(String inside) {
        String security =
                "@ServletSecurity(" + inside + ") public class Base extends HttpServlet {}";
        classes(
                "package a; " + security,
                HELLO.replace("public class", "@WebServlet({\"/hi\", \"/ho\"}) public class")
                        .replace("extends HttpServlet", "extends Base"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    @HttpConstraint(rolesAllowed="x")                                              | 403
                    @HttpConstraint(ServletSecurity.EmptyRoleSemantic.DENY)                        | 403
                    @HttpConstraint(transportGuarantee=ServletSecurity.TransportGuarantee.CONFIDENTIAL) | 302
                    @HttpConstraint                                                                | 200
                    httpMethodConstraints=@HttpMethodConstraint(value="GET",rolesAllowed="x")      | 403
                    httpMethodConstraints=@HttpMethodConstraint(value="POST",rolesAllowed="x")     | 200
                    value=@HttpConstraint(rolesAllowed="x"),httpMethodConstraints=@HttpMethodConstraint("GET") | 200
                    """)
    void section13_4_1_whatServletSecurityDemands(String inside, int status) throws Exception {
        guarded(inside);
        start();
        assertThat(get("/a/hi")).startsWith("HTTP/1.1 " + status);
        assertThat(get("/a/none")).startsWith("HTTP/1.1 404");
    }

    @Test
    void section13_4_1_aConstraintOfWebXmlGoesBeforeTheAnnotationOfItsPattern() throws Exception {
        guarded("@HttpConstraint(rolesAllowed=\"x\")");
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><security-constraint><web-resource-collection><url-pattern>/hi</url-pattern>"
                        + "</web-resource-collection></security-constraint></web-app>");
        start();
        assertThat(get("/a/hi")).startsWith("HTTP/1.1 200");
        assertThat(get("/a/ho")).startsWith("HTTP/1.1 403");
    }

    @Test
    void whereMetadataIsCompleteTheAnnotationDoesNotCount() throws Exception {
        guarded("@HttpConstraint(rolesAllowed=\"x\")");
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app metadata-complete='true'><servlet><servlet-name>h</servlet-name>"
                        + "<servlet-class>a.Hello</servlet-class></servlet><servlet-mapping>"
                        + "<servlet-name>h</servlet-name><url-pattern>/hi</url-pattern>"
                        + "</servlet-mapping></web-app>");
        start();
        assertThat(get("/a/hi")).startsWith("HTTP/1.1 200");
    }

    @Test
    void section13_8_4_uncoveredMethodsAreDeniedWhereTheDescriptorSaysSo() throws Exception {
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><deny-uncovered-http-methods/><security-constraint>"
                        + "<web-resource-collection><url-pattern>/x.txt</url-pattern>"
                        + "<http-method>POST</http-method></web-resource-collection>"
                        + "</security-constraint></web-app>");
        write("webapps/a/x.txt", "x");
        write("webapps/a/y.txt", "y");
        start();
        assertThat(get("/a/x.txt")).startsWith("HTTP/1.1 403");
        assertThat(get("/a/y.txt")).startsWith("HTTP/1.1 200");
    }

    private void classes(String... sources) {
        Classes.compile(base.resolve("webapps/a/WEB-INF/classes"), sources);
    }

    private void start() throws Exception {
        Path file =
                write(
                        "conf/server.xml",
                        "<Server><Service><Connector port='0' address='127.0.0.1'/>"
                                + "<Engine defaultHost='localhost'><Host name='localhost'/>"
                                + "</Engine></Service></Server>");
        server = Server.of(ServerXml.read(file).config(), base, base);
        server.start();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private String get(String path) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
