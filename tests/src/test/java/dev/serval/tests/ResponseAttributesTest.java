package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What attributes of {@code Connector} in server.xml change in responses. */
@ParameterizedClass
@EnumSource(Wire.class)
final class ResponseAttributesTest {
    @Parameter Wire wire;

    // ---- maxHttpResponseHeaderSize

    /** Adds a field of as many bytes as the query says; the path says how it goes out. */
    private OneServlet large(String attributes) {
        return OneServlet.configured(
                wire,
                attributes,
                (request, response) -> {
                    response.setHeader(
                            "X-Large", "a".repeat(Integer.parseInt(request.getQueryString())));
                    switch (request.getPathInfo()) {
                        case "/flush" -> response.flushBuffer();
                        case "/write" -> response.getOutputStream().write(new byte[20_000]);
                        default -> {}
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"/end", "/flush", "/write"})
    void aHeadThatIsTooLargeIsA500ThatTheLogExplains(String path) throws Exception {
        try (ServerLog log = new ServerLog();
                OneServlet server = large("maxHttpResponseHeaderSize='1000'");
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app" + path + "?1000"));
            RawResponse response = client.response();
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.field("X-Large")).isNull();
            assertThat(log.lines())
                    .anyMatch(
                            line ->
                                    line.startsWith("SRV-0911 /app" + path)
                                            && line.contains("maxHttpResponseHeaderSize"));
            client.send(ServerUnderTest.request("GET", "/app" + path + "?100"));
            assertThat(client.response().status()).isEqualTo(200);
        }
    }

    @Test
    void theLimitIsExact() throws Exception {
        try (OneServlet server = large("maxHttpResponseHeaderSize='1000'")) {
            RawResponse small = server.get("/end?10");
            int rest = 1000 - (small.raw().length - 10);
            assertThat(server.get("/end?" + rest).status()).isEqualTo(200);
            assertThat(server.get("/end?" + (rest + 1)).status()).isEqualTo(500);
        }
    }

    @Test
    void withoutALimitOfItsOwnThatOfTheRequestHolds() throws Exception {
        try (OneServlet server = large("maxHttpHeaderSize='20000'")) {
            assertThat(server.get("/end?19000").field("X-Large")).hasSize(19_000);
            assertThat(server.get("/end?20000").status()).isEqualTo(500);
        }
    }

    // ---- Server, X-Powered-By

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                       | mine",
                "serverRemoveAppProvidedValues='true'                     | -",
                "server='theirs'                                          | theirs",
                "server='theirs' serverRemoveAppProvidedValues='true'     | theirs"
            })
    void theServerField(String attributes, String expected) throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        attributes,
                        (request, response) -> response.setHeader("server", "mine"))) {
            assertThat(server.get("/").field("Server"))
                    .isEqualTo(expected.equals("-") ? null : expected);
        }
    }

    @Test
    void poweredByIsSentIfWantedUnlessTheApplicationSaysOtherwise() throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        "xpoweredBy='true'",
                        (request, response) -> {
                            if (request.getPathInfo().equals("/own")) {
                                response.setHeader("X-Powered-By", "own");
                            }
                        })) {
            assertThat(server.get("/").field("X-Powered-By")).isEqualTo("Servlet/6.1");
            assertThat(server.get("/own").field("X-Powered-By")).isEqualTo("own");
        }
        try (OneServlet server = OneServlet.configured(wire, "", (request, response) -> {})) {
            assertThat(server.get("/").field("X-Powered-By")).isNull();
        }
    }

    // ---- useKeepAliveResponseHeader

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1 | keep-alive | keepAliveTimeout='15000' | keep-alive | timeout=15",
                "1.0 | keep-alive | keepAliveTimeout='15000' | keep-alive | timeout=15",
                "1.1 | te         | keepAliveTimeout='15000' | -          | -",
                "1.1 | close      | keepAliveTimeout='15000' | close      | -",
                "1.1 | keep-alive | keepAliveTimeout='-1'    | -          | -",
                "1.0 | keep-alive | keepAliveTimeout='-1'    | keep-alive | -",
                "1.1 | keep-alive | useKeepAliveResponseHeader='false' | -          | -",
                "1.0 | keep-alive | useKeepAliveResponseHeader='false' | keep-alive | -"
            })
    void tellsHowLongAConnectionIsKept(
            String version, String asked, String attributes, String connection, String keepAlive)
            throws Exception {
        try (OneServlet server =
                OneServlet.configured(wire, attributes, (request, response) -> {})) {
            RawResponse response =
                    server.exchange(
                            ServerUnderTest.request("GET", "/app/", "Connection: " + asked)
                                    .replace("HTTP/1.1", "HTTP/" + version));
            assertThat(response.field("Connection"))
                    .isEqualTo(connection.equals("-") ? null : connection);
            assertThat(response.field("Keep-Alive"))
                    .isEqualTo(keepAlive.equals("-") ? null : keepAlive);
        }
    }

    // ---- continueResponseTiming

    @ParameterizedTest
    @CsvSource({"immediately, 100", "onRead, 200"})
    void aClientThatWaitsGetsItsContinue(String timing, int first) throws Exception {
        try (OneServlet server =
                        OneServlet.configured(
                                wire,
                                "continueResponseTiming='" + timing + "'",
                                (request, response) -> response.getOutputStream().print("no"));
                RawClient client = server.connect()) {
            client.send(
                    ServerUnderTest.request(
                            "POST", "/app/", "Expect: 100-continue", "Content-Length: 2"));
            RawResponse response = client.response();
            assertThat(response.status()).isEqualTo(first);
            if (first == 100) {
                client.send("ok");
                assertThat(client.response().text()).isEqualTo("no");
            }
        }
    }

    // ---- enforceEncodingInGetWriter

    @ParameterizedTest
    @CsvSource({"true, text/html;charset=ISO-8859-1", "false, text/html"})
    void theWriterTellsItsEncoding(String enforced, String type) throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        "enforceEncodingInGetWriter='" + enforced + "'",
                        (request, response) -> {
                            response.setContentType("text/html");
                            response.getWriter().print("\u00e9");
                        })) {
            RawResponse response = server.get("/");
            assertThat(response.field("Content-Type")).isEqualTo(type);
            assertThat(response.body()).isEqualTo("\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    // ---- what applications see of requests

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                             | ''                | a=%C3%A9",
                "URIEncoding='ISO-8859-1'                       | ''                | a=%E9",
                "useBodyEncodingForURI='true'                   | ''                | a=%E9",
                "useBodyEncodingForURI='true'                   | charset=utf-8     | a=%C3%A9",
                "useBodyEncodingForURI='true' URIEncoding='UTF-16' | charset=iso-8859-1 | a=%E9"
            })
    void theEncodingOfAQuery(String attributes, String parameter, String query) throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        attributes,
                        (request, response) ->
                                response.getWriter().print(request.getParameter("a")))) {
            assertThat(server.get("/?" + query, "Content-Type: text/plain;" + parameter).text())
                    .isEqualTo("\u00e9");
        }
    }

    @ParameterizedTest
    @CsvSource({"ISO-8859-1, /%E9", "UTF-8, /%C3%A9"})
    void theEncodingOfAPath(String encoding, String path) throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        "URIEncoding='" + encoding + "'",
                        (request, response) -> response.getWriter().print(request.getPathInfo()))) {
            assertThat(server.get(path).text()).endsWith("\u00e9");
        }
    }

    @ParameterizedTest
    @CsvSource({"POST, POST, 1", "POST, PUT, null", "'PUT,PATCH', PUT, 1", "PUT, POST, null"})
    void whoseFormsBecomeParameters(String methods, String method, String expected)
            throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        "parseBodyMethods='" + methods + "'",
                        (request, response) ->
                                response.getWriter().print(request.getParameter("a")))) {
            String post = OneServlet.post("/", "application/x-www-form-urlencoded", "a=1");
            assertThat(server.exchange(post.replace("POST", method)).text()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 400", "3, 200", "-1, 200"})
    void howManyCookiesARequestMayHave(int most, int status) throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        "maxCookieCount='" + most + "'",
                        (request, response) ->
                                response.getWriter().print(request.getCookies().length))) {
            assertThat(server.get("/", "Cookie: a=1; b=2; c=3").status()).isEqualTo(status);
        }
    }

    @Test
    void anAsynchronousRequestGetsItsTime() throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire, "asyncTimeout='100'", (request, response) -> request.startAsync())) {
            assertThat(server.get("/").status()).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, localhost", "false, 127.0.0.1"})
    void theNameOfAClientIsLookedUpIfWanted(String lookups, String expected) throws Exception {
        try (OneServlet server =
                OneServlet.configured(
                        wire,
                        "enableLookups='" + lookups + "'",
                        (request, response) ->
                                response.getWriter().print(request.getRemoteHost()))) {
            assertThat(server.get("/").text()).isEqualTo(expected);
        }
    }
}
