package dev.serval.tests;

import static dev.serval.http.EncodedSolidusHandling.DECODE;
import static dev.serval.http.EncodedSolidusHandling.REJECT;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Leniency;
import dev.serval.http.PathRules;
import dev.serval.http.Refusal;
import dev.serval.http.RequestRules;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Every leniency: off it refuses, on it lets pass, and the log says so. */
@OnEveryWire
final class LenienciesTest {
    private static final RequestRules ALL =
            new RequestRules(
                    RequestRules.RELAXABLE,
                    RequestRules.RELAXABLE,
                    new PathRules(DECODE, DECODE, true, false),
                    true,
                    Pattern.compile("gozilla.*"));
    private static final String[] NEEDING = {
        "/app/echo/a{b}",
        "/app/echo?a=[b|c]",
        "/app/echo/a%2fb",
        "/app/echo/a%5cb",
        "/app/echo/a\\b",
        "/app/echo/x/..;y/c",
        "http://localhost/app/echo/{?\"<>"
    };

    @Parameter ServerUnderTest server;

    @Test
    void nonePassesWithoutItsAttribute() throws IOException {
        for (String target : NEEDING) {
            Refused.assertRefusalPage(server.get(target), Refusal.TARGET, Refusal.PATH);
        }
        Refused.assertRefusalPage(server.get("/app/echo/a%2fb"), Refusal.PATH);
        RawResponse trace = server.exchange(request("TRACE", "/app/echo", "Cookie: secret"));
        assertThat(trace.status()).isEqualTo(405);
    }

    @Test
    void eachPassesWithItsAttributeAndTheLogSaysSo() throws Exception {
        try (ServerLog log = new ServerLog();
                ServerUnderTest lenient =
                        ServerUnderTest.start(server.wire(), new Settings().rules(ALL))) {
            // At the start: each that is on, with its rule.
            for (Leniency leniency : Leniency.values()) {
                assertThat(log.lines())
                        .filteredOn(line -> line.startsWith(leniency.code()))
                        .singleElement()
                        .asString()
                        .contains(leniency.attribute(), leniency.rule());
            }
            for (String target : NEEDING) {
                assertThat(lenient.get(target).status()).as(target).isEqualTo(200);
            }
            assertThat(lenient.get("/app/echo/a%2fb\\c%5Cd").text()).contains("pathInfo=/a/b/c/d");
            assertThat(lenient.get("/app/echo/x/..;y/c").text()).contains("pathInfo=/c\n");
            assertThat(lenient.get("/app/echo?a=[b|c]").text()).contains("query=a=[b|c]\n");
            assertThat(lenient.get("http://localhost/app/echo/{?\"<>").text())
                    .contains("pathInfo=/{\n", "query=\"<>\n");
            trace(lenient);
            // When used: the first of each at once, and no more within the minute.
            for (Leniency leniency : Leniency.values()) {
                assertThat(log.lines())
                        .as(leniency.name())
                        .filteredOn(line -> line.startsWith(leniency.code()))
                        .hasSize(2);
            }
        }
    }

    private static void trace(ServerUnderTest lenient) throws IOException {
        String request =
                request(
                        "TRACE",
                        "/app/ignore?q",
                        "X-Test: seen",
                        "Cookie: secret",
                        "Authorization: secret",
                        "Proxy-Authorization: secret");
        RawResponse trace = lenient.exchange(request);
        // The application's servlet answers every method itself.
        assertThat(trace.status()).isEqualTo(200);
        assertThat(trace.text()).doesNotContain("secret");
        assertThat(lenient.exchange(request("TRACE", "/hello.txt")).status()).isEqualTo(405);
        assertThat(lenient.exchange(request("TRACE", "/WEB-INF/secret.txt")).status())
                .isEqualTo(404);
    }

    /** RFC 9110 §9.3.8: the request comes back as message/http, without its credentials. */
    @Test
    void traceOfAServletThatDoesNotOverrideItEchoesWithoutSensitiveFields() throws Exception {
        RequestRules rules = new RequestRules("", "", PathRules.STRICT, true, null);
        try (OneServlet one =
                OneServlet.start(
                        server.wire(),
                        new jakarta.servlet.http.HttpServlet() {
                            private static final long serialVersionUID = 1;
                        },
                        new Settings().rules(rules))) {
            RawResponse trace =
                    one.exchange(
                            request(
                                    "TRACE",
                                    "/app/x?q",
                                    "X-Test: seen",
                                    "Cookie: secret",
                                    "Authorization: secret"));
            assertThat(trace.status()).isEqualTo(200);
            assertThat(trace.field("Content-Type")).startsWith("message/http");
            assertThat(trace.text())
                    .startsWith("TRACE /app/x")
                    .containsIgnoringCase("X-Test: seen")
                    .doesNotContain("secret");
        }
    }

    @Test
    void restrictedUserAgentsGetNoPersistentConnection() throws IOException {
        try (ServerUnderTest lenient =
                ServerUnderTest.start(server.wire(), new Settings().rules(ALL))) {
            try (RawClient client = lenient.connect()) {
                RawResponse response =
                        client.exchange(request("GET", "/hello.txt", "User-Agent: gozilla/1"));
                assertThat(response.text()).isEqualTo(Site.HELLO);
                assertThat(response.field("Connection")).isEqualTo("close");
                client.assertClosed();
            }
            try (RawClient client = lenient.connect()) {
                String other = request("GET", "/hello.txt", "User-Agent: xgozilla");
                assertThat(client.exchange(other).field("Connection")).isNull();
                assertThat(client.exchange(other).text()).isEqualTo(Site.HELLO);
            }
        }
    }

    @Test
    void aRelaxedBackslashAloneIsStillNoSeparator() throws IOException {
        RequestRules rules =
                new RequestRules("\\", "", new PathRules(REJECT, REJECT, false, true), false, null);
        try (ServerUnderTest lenient =
                ServerUnderTest.start(server.wire(), new Settings().rules(rules))) {
            Refused.assertRefusalPage(lenient.get("/app/echo/a\\b"), Refusal.PATH);
        }
    }
}
