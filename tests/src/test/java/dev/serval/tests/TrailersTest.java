package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trailers of requests and responses: Servlet 6.1 §3.2, RFC 9110 §6.5, RFC 9112 §7.1.2. */
@ParameterizedClass
@EnumSource(Wire.class)
final class TrailersTest {
    @Parameter Wire wire;

    private static String chunked(String trailers) {
        return ServerUnderTest.request("POST", "/app/", "Transfer-Encoding: chunked")
                + "5\r\nhello\r\n0\r\n"
                + trailers
                + "\r\n";
    }

    /** Reads the body, then answers with the trailers in the order of their names. */
    private OneServlet showing(String attributes) {
        return OneServlet.configured(
                wire,
                attributes,
                (request, response) -> {
                    request.getInputStream().readAllBytes();
                    response.getWriter().print(new TreeMap<>(request.getTrailerFields()));
                    response.getWriter().print(request.getHeader("X-A"));
                });
    }

    // ---- of requests

    @Test
    void areShownByNamesInLowerCaseAndNeverAsHeaderFields() throws Exception {
        try (OneServlet server = showing("")) {
            assertThat(server.exchange(chunked("X-A: 1\r\nx-B: two\r\nX-a: 3\r\n")).text())
                    .isEqualTo("{x-a=1, 3, x-b=two}null");
        }
    }

    @Test
    void thoseThatWouldChangeTheMessageAreDropped() throws Exception {
        try (OneServlet server = showing("");
                RawClient client = server.connect()) {
            client.send(
                    chunked(
                            "Content-Length: 9\r\nTransfer-Encoding: x\r\nHost: evil\r\n"
                                    + "X-B: kept\r\n"));
            assertThat(client.response().text()).isEqualTo("{x-b=kept}null");
            client.send(chunked(""));
            assertThat(client.response().text()).isEqualTo("{}null");
        }
    }

    @Test
    void onlyThoseThatAreAllowedAreShown() throws Exception {
        try (OneServlet server = showing("allowedTrailerHeaders='X-A, x-c'")) {
            assertThat(server.exchange(chunked("x-a: 1\r\nX-B: 2\r\nX-C: 3\r\n")).text())
                    .isEqualTo("{x-a=1, x-c=3}null");
        }
    }

    @Test
    void anEmptyListShowsNone() throws Exception {
        try (OneServlet server = showing("allowedTrailerHeaders=','")) {
            assertThat(server.exchange(chunked("x-a: 1\r\n")).text()).isEqualTo("{}null");
        }
    }

    @Test
    void areNotThereBeforeTheEndOfTheBody() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            boolean before = request.isTrailerFieldsReady();
                            assertThatThrownBy(request::getTrailerFields)
                                    .isInstanceOf(IllegalStateException.class);
                            request.getInputStream().readAllBytes();
                            response.getWriter().print(before);
                            response.getWriter().print(request.isTrailerFieldsReady());
                        })) {
            assertThat(server.exchange(chunked("x: 1\r\n")).text()).isEqualTo("falsetrue");
        }
    }

    @Test
    void areReadyAtOnceWhereThereCanBeNone() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            response.getWriter().print(request.isTrailerFieldsReady());
                            response.getWriter().print(request.getTrailerFields());
                        })) {
            assertThat(server.get("/").text()).isEqualTo("true{}");
            assertThat(server.exchange(OneServlet.post("/", "text/plain", "hello")).text())
                    .isEqualTo("true{}");
        }
    }

    @Test
    void areThereForAReadListenerWhenAllDataIsRead() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    request.getInputStream()
                                            .setReadListener(
                                                    new ReadListener() {
                                                        @Override
                                                        public void onDataAvailable()
                                                                throws IOException {
                                                            while (request.getInputStream()
                                                                            .isReady()
                                                                    && request.getInputStream()
                                                                                    .read()
                                                                            >= 0) {
                                                                // Dropped.
                                                            }
                                                        }

                                                        @Override
                                                        public void onAllDataRead()
                                                                throws IOException {
                                                            response.getWriter()
                                                                    .print(
                                                                            request
                                                                                    .getTrailerFields());
                                                            async.complete();
                                                        }

                                                        @Override
                                                        public void onError(Throwable cause) {
                                                            async.complete();
                                                        }
                                                    });
                                });
                RawClient client = server.connect()) {
            client.drip(chunked("X-Sum: 7\r\n"));
            assertThat(client.response().text()).isEqualTo("{x-sum=7}");
        }
    }

    // ---- of responses

    private OneServlet answering(Map<String, String> trailers) {
        return OneServlet.start(
                wire,
                (request, response) -> {
                    response.setHeader("Trailer", "X-Sum");
                    response.setTrailerFields(() -> trailers);
                    response.getOutputStream().print("body");
                    if (request.getPathInfo().equals("/flush")) {
                        response.flushBuffer();
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/flush"})
    void standBehindTheBodyOfAResponse(String path) throws Exception {
        try (OneServlet server = answering(Map.of("X-Sum", "4"));
                RawClient client = server.connect()) {
            for (int i = 0; i < 2; i++) {
                client.send(ServerUnderTest.request("GET", "/app" + path));
                RawResponse response = client.response();
                assertThat(response.field("Trailer")).isEqualTo("X-Sum");
                assertThat(response.text()).isEqualTo("body");
                assertThat(response.trailers()).containsExactly("X-Sum: 4");
            }
        }
    }

    @Test
    void aHeadRequestHasNone() throws Exception {
        try (OneServlet server = answering(Map.of("X-Sum", "4"));
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("HEAD", "/app/"));
            client.responseToHead();
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.response().trailers()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length",
                "transfer-encoding",
                "Host",
                "Connection",
                "Set-Cookie",
                "Trailer"
            })
    void aForbiddenNameIsLeftOut(String name) throws Exception {
        try (OneServlet server = answering(Map.of(name, "4"))) {
            RawResponse response = server.get("/flush");
            assertThat(response.text()).isEqualTo("body");
            assertThat(response.trailers()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"not a token", "x:y"})
    void aNameThatIsNoneCutsTheResponse(String name) throws Exception {
        try (OneServlet server = answering(Map.of(name, "4"));
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/flush"));
            assertThat(client.untilItEnds()).doesNotContain("\r\n0\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4\r\nX: y", "4\n", "4\r", "4\0"})
    void aValueThatWouldSplitTheResponseCutsIt(String value) throws Exception {
        try (OneServlet server = answering(Map.of("X-Sum", value));
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/flush"));
            assertThat(client.untilItEnds()).doesNotContain("X: y").doesNotContain("\r\n0\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"committed", "length", "1.0"})
    void cannotBeSetWhereTheyCannotBeSent(String why) throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            if (why.equals("length")) {
                                response.setContentLength(7);
                            } else if (why.equals("committed")) {
                                response.flushBuffer();
                            }
                            String outcome = "allowed";
                            try {
                                response.setTrailerFields(Map::of);
                            } catch (IllegalStateException e) {
                                outcome = "refused";
                            }
                            response.getOutputStream().print(outcome);
                        })) {
            String request = ServerUnderTest.request("GET", "/app/");
            if (why.equals("1.0")) {
                request = request.replace("HTTP/1.1", "HTTP/1.0");
            }
            assertThat(server.exchange(request).text()).isEqualTo("refused");
        }
    }

    @Test
    void theSupplierCanBeAskedFor() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            Object none = response.getTrailerFields();
                            response.setTrailerFields(() -> null);
                            response.getOutputStream()
                                    .print(
                                            (none == null)
                                                    + " "
                                                    + response.getTrailerFields().get());
                        })) {
            RawResponse response = server.get("/");
            assertThat(response.text()).isEqualTo("true null");
            assertThat(response.trailers()).isEmpty();
        }
    }
}
