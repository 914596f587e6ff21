package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.FormLimits;
import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Rejections explain themselves: to the client by code and id, to the log by limit and remedy. */
@OnEveryWire
final class RefusalReportTest {
    private static final HttpLimits SMALL =
            new HttpLimits(1000, 10, 100, 100, 1000, 1000, new FormLimits(3, 50, 2, 100));

    @Parameter ServerUnderTest server;

    @Test
    void theLogNamesLimitValueAttributeAndTheIdThatTheClientSees() throws Exception {
        try (ServerLog log = new ServerLog();
                ServerUnderTest small =
                        ServerUnderTest.start(server.wire(), new Settings().limits(SMALL))) {
            RawResponse large =
                    small.exchange(request("GET", "/", "X: " + "a".repeat(1000).strip()));
            Refused.assertRefusal(large, Refusal.HEADERS_TOO_LARGE);
            assertThat(line(log, Refusal.HEADERS_TOO_LARGE))
                    .contains("431", "limit 1000, value at least 1001", "maxHttpHeaderSize")
                    .contains("request " + large.field("X-Request-Id") + " from ");
            RawResponse longer = small.get("/" + "a".repeat(1000));
            Refused.assertRefusal(longer, Refusal.TARGET_TOO_LONG);
            assertThat(line(log, Refusal.TARGET_TOO_LONG)).contains("414", "limit 1000");
            small.exchange(request("GET", "/", "X: y\r\n".repeat(10).strip()));
            assertThat(line(log, Refusal.TOO_MANY_HEADERS))
                    .contains("431", "limit 10, value at least 11", "maxHeaderCount");
            small.exchange(chunked("5;" + "a".repeat(200) + "\r\nhello\r\n0\r\n\r\n"));
            assertThat(line(log, Refusal.EXTENSION_TOO_LARGE))
                    .contains("413", "limit 100, value at least 101", "maxExtensionSize");
            small.exchange(chunked("0\r\nX: " + "a".repeat(200) + "\r\n\r\n"));
            assertThat(line(log, Refusal.TRAILER_TOO_LARGE))
                    .contains("431", "limit 100, value at least 101", "maxTrailerSize");
            small.get("/a{b}");
            assertThat(line(log, Refusal.TARGET))
                    .contains("0x7b at index 2 of the target", "relaxedPathChars");
            small.get("/a%2fb");
            assertThat(line(log, Refusal.PATH)).contains("encodedSolidusHandling");
        }
    }

    @Test
    void aFloodCostsTwoLinesAndIsCountedRight() throws Exception {
        try (ServerLog log = new ServerLog()) {
            try (ServerUnderTest own = ServerUnderTest.start(server.wire())) {
                for (int i = 0; i < 25; i++) {
                    own.get("/%");
                }
                assertThat(line(log, Refusal.PATH)).contains("a bad escape");
            }
            line(log, Refusal.PATH);
            assertThat(lines(log, Refusal.PATH))
                    .anyMatch(line -> line.startsWith("SRV-0118 24 more in the last"));
        }
    }

    @Test
    void limitsOfFormsAreNamedToo() throws Exception {
        try (ServerLog log = new ServerLog();
                OneServlet forms =
                        OneServlet.start(
                                server.wire(),
                                new OneServlet.Given((q, r) -> q.getParameterMap()),
                                new Settings().limits(SMALL))) {
            String type = "application/x-www-form-urlencoded";
            RawResponse large = forms.exchange(OneServlet.post("/", type, "a=" + "b".repeat(60)));
            assertThat(large.status()).isEqualTo(413);
            assertThat(large.text())
                    .contains("<code>SRV-0206</code>", large.field("X-Request-Id"))
                    .doesNotContain("maxPostSize");
            assertThat(line(log, Refusal.FORM_TOO_LARGE))
                    .contains("50 bytes", "maxPostSize of the Connector, the value at least 62")
                    .contains("request " + large.field("X-Request-Id") + " from ");
            RawResponse many = forms.exchange(OneServlet.post("/", type, "a&b&c&d"));
            assertThat(many.status()).isEqualTo(400);
            assertThat(many.text()).contains("<code>SRV-0207</code>");
            assertThat(line(log, Refusal.TOO_MANY_PARAMETERS)).contains("maxParameterCount");
            RawResponse bad = forms.exchange(OneServlet.post("/", type, "a=%"));
            assertThat(bad.text()).contains("<code>SRV-0136</code>");
            assertThat(line(log, Refusal.FORM)).contains("malformed escape");
        }
    }

    @Test
    void whatTheServerAnswersItselfHasACodeAndAnIdAndKeepsTheConnection() throws IOException {
        try (RawClient client = server.connect()) {
            for (String[] one :
                    new String[][] {
                        {"GET", "/missing", "SRV-0131"},
                        {"GET", "/app/missing", "SRV-0131"},
                        {"GET", "/WEB-INF/secret.txt", "SRV-0131"},
                        {"DELETE", "/hello.txt", "SRV-0132"},
                        {"TRACE", "/app/echo", "SRV-0132"},
                        {"GET", "/page.jsp", "SRV-0135"}
                    }) {
                RawResponse response = client.exchange(request(one[0], one[1]));
                assertThat(response.text())
                        .as(one[1])
                        .contains("<code>" + one[2] + "</code>")
                        .contains("<code>" + response.field("X-Request-Id") + "</code>");
                assertThat(response.field("Connection")).isNull();
            }
            assertThat(client.exchange(request("GET", "/hello.txt")).field("X-Request-Id"))
                    .isNull();
        }
    }

    @Test
    void theIdOfARequestIsTheSameForTheApplication() throws IOException {
        String[] seen = new String[1];
        try (OneServlet one =
                OneServlet.start(
                        server.wire(),
                        (q, r) -> {
                            seen[0] = q.getRequestId();
                            throw new IllegalStateException("of the test");
                        })) {
            RawResponse response = one.get("/");
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.field("X-Request-Id")).isEqualTo(seen[0]);
            assertThat(response.text())
                    .contains("<code>SRV-0601</code>", "<code>" + seen[0] + "</code>")
                    .doesNotContain("of the test");
        }
    }

    @Test
    void anErrorThatTheApplicationSendsHasTheIdThatTheLogHas() throws Exception {
        try (ServerLog log = new ServerLog();
                OneServlet one =
                        OneServlet.start(
                                server.wire(),
                                (q, r) ->
                                        r.sendError(
                                                Integer.parseInt(q.getParameter("status")),
                                                "sold\nout"))) {
            RawResponse response = one.get("/?status=503");
            String id = response.field("X-Request-Id");
            assertThat(id).isNotNull();
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).contains("<p>Request <code>" + id + "</code></p>");
            assertThat(log.lines())
                    .anyMatch(
                            line ->
                                    line.startsWith("SRV-0340 ")
                                            && line.contains(" has sent 503 to GET /")
                                            && line.contains(", sold\\u000aout; request " + id));
            RawResponse client = one.get("/?status=404");
            assertThat(client.field("X-Request-Id")).isNull();
            assertThat(client.text()).contains("404").doesNotContain("Request <code>");
        }
    }

    @Test
    void aFloodOfSuchErrorsIsTwentyLines() throws Exception {
        try (ServerLog log = new ServerLog();
                OneServlet one = OneServlet.start(server.wire(), (q, r) -> r.sendError(500))) {
            for (int i = 0; i < 30; i++) {
                one.get("/");
            }
            assertThat(log.lines().stream().filter(line -> line.startsWith("SRV-0340 ")))
                    .hasSize(20);
        }
    }

    @Test
    void anotherErrorInTheSameMinuteIsToldOf() throws Exception {
        try (ServerLog log = new ServerLog();
                OneServlet one =
                        OneServlet.start(
                                server.wire(),
                                (q, r) ->
                                        r.sendError(Integer.parseInt(q.getParameter("status"))))) {
            for (int i = 0; i < 30; i++) {
                one.get("/?status=500");
            }
            String id = one.get("/?status=503").field("X-Request-Id");
            assertThat(log.lines())
                    .anyMatch(line -> line.contains("sent 503 to GET /app/; request " + id));
        }
    }

    private static String chunked(String body) {
        return request("POST", "/app/echo", "Transfer-Encoding: chunked") + body;
    }

    /** The one line of a request; the servers of other tests may sum up theirs meanwhile. */
    private static String line(ServerLog log, Refusal refusal) {
        List<String> lines =
                lines(log, refusal).stream()
                        .filter(line -> !line.contains(" more in the"))
                        .toList();
        assertThat(lines).as(refusal.name()).hasSize(1);
        return lines.get(0);
    }

    private static List<String> lines(ServerLog log, Refusal refusal) {
        return log.lines().stream().filter(line -> line.startsWith(refusal.code())).toList();
    }
}
