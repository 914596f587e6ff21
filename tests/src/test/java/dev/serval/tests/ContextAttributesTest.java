package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What attributes of {@code Context} in server.xml and in context.xml change. */
final class ContextAttributesTest {
    @TempDir static Path base;
    private static Server server;
    private static Map<String, byte[]> classes;

    /** Does what its path says; fails when it starts where it is called so. */
    private static final String ACTING =
            """
            package a;
            public class Acting extends HttpServlet implements ServletRequestListener {
                public void requestInitialized(ServletRequestEvent event) {
                    Object before = event.getServletContext().getAttribute("requests");
                    int count = before == null ? 0 : (Integer) before;
                    event.getServletContext().setAttribute("requests", count + 1);
                }
                public void init() throws ServletException {
                    if (getServletName().equals("failing")) {
                        throw new ServletException("no database");
                    }
                }
                protected void service(HttpServletRequest request, HttpServletResponse response)
                        throws ServletException, IOException {
                    PrintWriter out = response.getWriter();
                    ServletContext context = getServletContext();
                    switch (String.valueOf(request.getPathInfo())) {
                        case "/redirect" -> response.sendRedirect("there");
                        case "/cookies" -> {
                            response.addCookie(new Cookie("a", "1"));
                            Cookie own = new Cookie("b", "2");
                            own.setAttribute("SameSite", "Lax");
                            response.addCookie(own);
                        }
                        case "/session" -> out.print(request.getSession().isNew());
                        case "/url" -> {
                            request.getSession();
                            out.print(response.encodeURL("x"));
                        }
                        case "/timeout" -> out.print(context.getSessionTimeout());
                        case "/part" -> out.print(request.getPart("a").getSize());
                        case "/encodings" ->
                                out.print(request.getCharacterEncoding()
                                        + " " + response.getCharacterEncoding());
                        case "/forward" -> {
                            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                                context.setAttribute("requests", 0);
                                request.getRequestDispatcher("/s/forward")
                                        .forward(request, response);
                            } else {
                                out.print(context.getAttribute("requests"));
                            }
                        }
                        default -> out.print("done");
                    }
                }
            }
            """;

    @BeforeAll
    static void start() throws Exception {
        classes = Wars.compile(base, ACTING);
        StringBuilder contexts = new StringBuilder();
        add(contexts, "plain", "", "");
        add(contexts, "absolute", "useRelativeRedirects='false'", "");
        add(contexts, "bare", "sendRedirectBody='false'", "");
        add(
                contexts,
                "cookie",
                "sessionCookieName='SID' sessionCookieDomain='example.com' sessionCookiePath='/x'"
                        + " useHttpOnly='false' usePartitioned='true'",
                "<session-config><session-timeout>5</session-timeout><cookie-config>"
                        + "<name>OWN</name><path>/own</path></cookie-config></session-config>");
        add(contexts, "slash", "sessionCookiePathUsesTrailingSlash='true' sessionTimeout='7'", "");
        add(
                contexts,
                "sites",
                "",
                "",
                "<CookieProcessor sameSiteCookies='strict' partitioned='true'/>");
        add(contexts, "urls", "cookies='false'", "");
        add(contexts, "casual", "allowCasualMultipartParsing='true'", "");
        add(contexts, "targets", "createUploadTargets='true'", "");
        add(contexts, "telling", "fireRequestListenersOnForwards='true'", "");
        add(contexts, "failed", "", FAILING);
        add(contexts, "half", "failCtxIfServletStartFails='false'", FAILING);
        add(
                contexts,
                "encodings",
                "requestCharacterEncoding='UTF-16' responseCharacterEncoding='UTF-8'",
                "");
        add(
                contexts,
                "decided",
                "requestCharacterEncoding='UTF-16' responseCharacterEncoding='UTF-16'",
                "<response-character-encoding>UTF-8</response-character-encoding>");
        add(contexts, "uncovered", "", CONSTRAINT);
        add(contexts, "covered", "denyUncoveredHttpMethods='true'", CONSTRAINT);
        Path dropped = base.resolve("webapps/dropped");
        write(dropped, "");
        Files.createDirectories(dropped.resolve("META-INF"));
        Files.writeString(
                dropped.resolve("META-INF/context.xml"), "<Context sessionCookieName='DROPPED'/>");
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/context.xml"), "<Context useRelativeRedirects='false'/>");
        server =
                Configured.server(
                        base,
                        "<Connector port='0'/>",
                        "<Host name='localhost'>" + contexts + "</Host>");
    }

    private static final String FAILING =
            "<servlet><servlet-name>failing</servlet-name><servlet-class>a.Acting"
                    + "</servlet-class><load-on-startup>1</load-on-startup></servlet>"
                    + "<servlet-mapping><servlet-name>failing</servlet-name>"
                    + "<url-pattern>/f</url-pattern></servlet-mapping>";
    private static final String CONSTRAINT =
            "<security-constraint><web-resource-collection><web-resource-name>r"
                    + "</web-resource-name><url-pattern>/s/*</url-pattern>"
                    + "<http-method>GET</http-method></web-resource-collection>"
                    + "</security-constraint>";

    private static void add(StringBuilder contexts, String name, String attributes, String elements)
            throws IOException {
        add(contexts, name, attributes, elements, "");
    }

    private static void add(
            StringBuilder contexts, String name, String attributes, String elements, String inner)
            throws IOException {
        Path directory = base.resolve("apps").resolve(name);
        write(directory, elements);
        contexts.append("<Context path='/")
                .append(name)
                .append("' docBase='")
                .append(directory)
                .append("' ")
                .append(attributes)
                .append('>')
                .append(inner)
                .append("</Context>");
    }

    private static void write(Path directory, String elements) throws IOException {
        Wars.write(directory.resolve("WEB-INF/classes"), classes);
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'><servlet><servlet-name>s</servlet-name><servlet-class>"
                        + "a.Acting</servlet-class></servlet><servlet-mapping><servlet-name>s"
                        + "</servlet-name><url-pattern>/s/*</url-pattern></servlet-mapping>"
                        + "<servlet><servlet-name>e</servlet-name><servlet-class>a.Acting"
                        + "</servlet-class><multipart-config><location>up/loads</location>"
                        + "</multipart-config></servlet><servlet-mapping><servlet-name>e"
                        + "</servlet-name><url-pattern>/e/*</url-pattern></servlet-mapping>"
                        + "<listener><listener-class>a.Acting</listener-class></listener>"
                        + elements
                        + "</web-app>");
    }

    @AfterAll
    static void stop() {
        server.stop(Duration.ofSeconds(10));
    }

    private static RawResponse send(String request) throws IOException {
        try (RawClient client = new RawClient(server.connectors().get(0).port())) {
            return client.exchange(request);
        }
    }

    private static RawResponse get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: localhost:8\r\n\r\n");
    }

    private static RawResponse upload(String target) throws IOException {
        String part =
                "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n12345\r\n"
                        + "--x--\r\n";
        return send(ServerUnderTest.post(target, "multipart/form-data; boundary=x", part));
    }

    @Test
    void useRelativeRedirects() throws IOException {
        assertThat(get("/plain/s/redirect").field("Location")).isEqualTo("there");
        assertThat(get("/absolute/s/redirect").field("Location"))
                .isEqualTo("http://localhost:8/absolute/s/there");
    }

    @Test
    void attributesOfContextXmlHoldForAllThatAreDropped() throws IOException {
        assertThat(get("/dropped/s/redirect").field("Location"))
                .isEqualTo("http://localhost:8/dropped/s/there");
    }

    @Test
    void attributesOfItsOwnContextXmlHoldForAnApplication() throws IOException {
        assertThat(get("/dropped/s/session").field("Set-Cookie")).startsWith("DROPPED=");
    }

    @Test
    void sendRedirectBody() throws IOException {
        assertThat(get("/plain/s/redirect").text()).contains("<a href=\"there\">");
        assertThat(get("/bare/s/redirect").body()).isEmpty();
    }

    @Test
    void theCookieOfSessions() throws IOException {
        assertThat(get("/plain/s/session").field("Set-Cookie"))
                .matches("JSESSIONID=\\w+; HttpOnly; Path=/plain; SameSite=Lax");
        assertThat(get("/cookie/s/session").field("Set-Cookie").split("; ")[0]).matches("SID=\\w+");
        assertThat(
                        get("/cookie/s/session")
                                .field("Set-Cookie")
                                .replaceAll("^[^;]*; ", "")
                                .split("; "))
                .containsExactlyInAnyOrder(
                        "Domain=example.com", "Path=/x", "Partitioned", "SameSite=Lax");
    }

    @Test
    void theNameOfTheCookieIsThatByWhichTheClientIsKnownAgain() throws IOException {
        String cookie = get("/cookie/s/session").field("Set-Cookie").replaceAll(";.*", "");
        String request = "GET /cookie/s/session HTTP/1.1\r\nHost: localhost\r\nCookie: ";
        assertThat(send(request + cookie + "\r\n\r\n").text()).isEqualTo("false");
    }

    @Test
    void thePathOfTheCookieMayEndWithASlash() throws IOException {
        assertThat(get("/slash/s/session").field("Set-Cookie")).contains("; Path=/slash/;");
    }

    @Test
    void theTimeoutIsThatOfTheApplicationOrElseThatOfItsContext() throws IOException {
        assertThat(get("/plain/s/timeout").text()).isEqualTo("30");
        assertThat(get("/slash/s/timeout").text()).isEqualTo("7");
        assertThat(get("/cookie/s/timeout").text()).isEqualTo("5");
    }

    @Test
    void withoutCookiesIdsAreInUrls() throws IOException {
        RawResponse answer = get("/urls/s/url");
        assertThat(answer.field("Set-Cookie")).isNull();
        assertThat(answer.text()).matches("x;jsessionid=\\w+");
        assertThat(get("/plain/s/url").text()).isEqualTo("x");
    }

    @Test
    void aCookieProcessorAddsToCookiesThatSayNothing() throws IOException {
        assertThat(get("/sites/s/cookies").all("Set-Cookie"))
                .containsExactly(
                        "a=1; SameSite=Strict; Partitioned", "b=2; SameSite=Lax; Partitioned");
        assertThat(get("/sites/s/session").field("Set-Cookie"))
                .contains("; SameSite=Strict")
                .endsWith("; Partitioned");
        assertThat(get("/plain/s/cookies").all("Set-Cookie"))
                .containsExactly("a=1", "b=2; SameSite=Lax");
    }

    @Test
    void allowCasualMultipartParsing() throws IOException {
        assertThat(upload("/plain/s/part").status()).isEqualTo(500);
        assertThat(upload("/casual/s/part").text()).isEqualTo("5");
    }

    @Test
    void createUploadTargets() throws IOException {
        assertThat(upload("/plain/e/part").status()).isEqualTo(500);
        assertThat(upload("/targets/e/part").text()).isEqualTo("5");
    }

    @Test
    void fireRequestListenersOnForwards() throws IOException {
        assertThat(get("/plain/s/forward").text()).isEqualTo("0");
        assertThat(get("/telling/s/forward").text()).isEqualTo("1");
    }

    @Test
    void failCtxIfServletStartFails() throws IOException {
        assertThat(get("/failed/s/x").status()).isEqualTo(503);
        assertThat(get("/half/s/x").text()).isEqualTo("done");
        assertThat(get("/half/f").status()).isEqualTo(500);
    }

    @Test
    void encodingsWhereTheApplicationSaysNothing() throws IOException {
        assertThat(get("/plain/s/encodings").text()).isEqualTo("null ISO-8859-1");
        assertThat(get("/encodings/s/encodings").text()).isEqualTo("UTF-16 UTF-8");
        assertThat(get("/decided/s/encodings").text()).isEqualTo("UTF-16 UTF-8");
    }

    @Test
    void denyUncoveredHttpMethods() throws IOException {
        String post = " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
        assertThat(send("POST /uncovered/s/x" + post).status()).isEqualTo(200);
        assertThat(send("POST /covered/s/x" + post).status()).isEqualTo(403);
        assertThat(get("/covered/s/x").status()).isEqualTo(200);
    }
}
