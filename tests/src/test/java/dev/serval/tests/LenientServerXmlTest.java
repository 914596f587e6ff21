package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The attributes of leniencies in server.xml, of Connector and Context, and what they do. */
class LenientServerXmlTest {
    private static final String CONNECTORS =
            """
            <Connector port="0" address="localhost"/>
            <Connector port="0" address="localhost" relaxedPathChars="{}"
                       relaxedQueryChars="|" encodedSolidusHandling="decode"
                       encodedReverseSolidusHandling="decode" allowBackslash="true"
                       rejectSuspiciousURIs="false" allowTrace="true"
                       restrictedUserAgents="old.*"/>
            <Connector port="0" address="localhost" encodedSolidusHandling="passthrough"
                       encodedReverseSolidusHandling="passthrough"/>
            """;
    private static final String HOST =
            """
            <Host name="localhost" appBase="webapps" autoDeploy="false">
              <Context path="/strict" docBase="app"/>
              <Context path="/decode" docBase="app" encodedSolidusHandling="decode"
                       encodedReverseSolidusHandling="decode"/>
              <Context path="/pass" docBase="app" encodedSolidusHandling="passthrough"/>
              <Context path="/plain" docBase="app" dispatchersUseEncodedPaths="false"/>
            </Host>
            """;
    private static final String SHOW =
            """
            package example;
            @WebServlet("/show/*") public class Show extends HttpServlet {
              @Override protected void doGet(HttpServletRequest q, HttpServletResponse r)
                  throws IOException {
                r.getWriter().print(q.getPathInfo() + " at " + q.getRequestURI());
              }
            }
            """;
    private static final String GO =
            """
            package example;
            @WebServlet("/go") public class Go extends HttpServlet {
              @Override protected void doGet(HttpServletRequest q, HttpServletResponse r)
                  throws ServletException, IOException {
                RequestDispatcher to = q.getRequestDispatcher(q.getParameter("to"));
                if (to == null) { r.getWriter().print("none"); } else { to.forward(q, r); }
              }
            }
            """;

    @TempDir private static Path base;
    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        Wars.write(base.resolve("webapps/app/WEB-INF/classes"), Wars.compile(base, SHOW, GO));
        server = Configured.server(base, CONNECTORS, HOST);
    }

    @AfterAll
    static void stop() {
        server.stop(Duration.ofSeconds(5));
    }

    private static RawResponse exchange(int connector, String request) throws IOException {
        try (RawClient client = new RawClient(server.connectors().get(connector).port())) {
            return client.exchange(request);
        }
    }

    private static String get(int connector, String target) throws IOException {
        RawResponse response = exchange(connector, request("GET", target));
        return response.status() == 200 ? response.text() : "" + response.status();
    }

    @ParameterizedTest
    @CsvSource({
        "/strict/show/x%2fy,     400, /x/y, /x%2fy",
        "/strict/show/x%5cy,     400, /x/y, /x%5cy",
        "/strict/show/x%2fy%25,  400, /x/y%, /x%2fy%25",
        "/strict/show/a/..;p/b,  400, /b,   400",
        "/strict/show/{a},       400, /{a}, 400",
        "/strict/show/a?b|c,     400, /a,   400",
        "/strict%2fshow/a,       400, /a,   404",
    })
    void aConnectorReadsPathsAsItsAttributesSay(
            String target, String strict, String lenient, String passing) throws IOException {
        String[] expected = {strict, lenient, passing};
        for (int i = 0; i < expected.length; i++) {
            String answer = get(i, target);
            assertThat(answer.split(" ")[0]).as("connector %d", i).isEqualTo(expected[i]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "strict, none",
        "decode, /x/y at /decode/show/x%2fy",
        "pass, /x%2fy at /pass/show/x%2fy",
        "plain, /x%2fy at /plain/show/x%252fy"
    })
    void aContextReadsPathsOfDispatchersAsItsAttributesSay(String context, String expected)
            throws IOException {
        assertThat(get(0, "/" + context + "/go?to=/show/x%252fy")).isEqualTo(expected);
    }

    @Test
    void dispatchersMayTakePathsThatAreNotEncoded() throws IOException {
        assertThat(get(0, "/plain/go?to=/show/100%25")).startsWith("/100% at");
        assertThat(get(0, "/strict/go?to=/show/100%25")).isEqualTo("none");
    }

    @Test
    void traceIsAnsweredWhereItIsAllowed() throws IOException {
        String trace = request("TRACE", "/strict/show/a", "Cookie: secret", "X: y");
        assertThat(exchange(0, trace).status()).isEqualTo(405);
        RawResponse echo = exchange(1, trace);
        assertThat(echo.status()).isEqualTo(200);
        assertThat(echo.text()).contains("TRACE /strict/show/a").doesNotContain("secret");
    }

    @Test
    void restrictedUserAgentsGetNoPersistentConnection() throws IOException {
        String get = request("GET", "/strict/show/a", "User-Agent: old/1");
        assertThat(exchange(0, get).field("Connection")).isNull();
        assertThat(exchange(1, get).field("Connection")).isEqualTo("close");
    }
}
