package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What a servlet may say behind the body of its response. */
@OnSixWires
final class Servlet61Section5_3TrailersTest {
    @Parameter ServletUnderTest server;

    @Test
    void theFieldsOfTheSupplierStandBehindTheBody() throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("X-A", "1");
        fields.put("X-B", "2, 3");
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setHeader("Trailer", "X-A, X-B");
                            response.setTrailerFields(() -> fields);
                            response.getWriter().print("body");
                        });
        assertThat(answer.text()).isEqualTo("body");
        assertThat(answer.field("Trailer")).isEqualTo("X-A, X-B");
        assertThat(answer.trailers()).containsExactly("X-A: 1", "X-B: 2, 3");
    }

    @Test
    void theSupplierIsAskedOnceWhenTheContentIsComplete() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setTrailerFields(
                                    () -> Map.of("X-A", "" + asked.incrementAndGet()));
                            response.getWriter().print("body");
                            response.flushBuffer();
                            assertThat(asked).hasValue(0);
                        });
        assertThat(answer.trailers()).containsExactly("X-A: 1");
        assertThat(asked).hasValue(1);
    }

    @Test
    void theSupplierIsToldBack() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(response.getTrailerFields()).isNull();
                    Supplier<Map<String, String>> supplier = Map::of;
                    response.setTrailerFields(supplier);
                    assertThat(response.getTrailerFields()).isSameAs(supplier);
                });
    }

    @Test
    void afterTheCommitItIsTooLate() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.flushBuffer();
                    assertThatThrownBy(() -> response.setTrailerFields(Map::of))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void whatHasALengthHasNoTrailers() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentLength(4);
                            assertThatThrownBy(() -> response.setTrailerFields(Map::of))
                                    .isInstanceOf(IllegalStateException.class);
                            response.getWriter().print("body");
                        });
        assertThat(answer.text()).isEqualTo("body");
    }

    @Test
    void http10HasNoTrailers() throws Exception {
        try (RawClient client =
                server.connect(
                        (request, response) ->
                                assertThatThrownBy(() -> response.setTrailerFields(Map::of))
                                        .isInstanceOf(IllegalStateException.class))) {
            client.send("GET /app/ HTTP/1.0\r\nHost: localhost\r\n\r\n");
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 ");
        }
        server.check();
    }

    @Test
    void whatMustNotBeATrailerIsIgnored() throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Content-Length", "3");
        fields.put("X-A", "1");
        fields.put("Set-Cookie", "a=b");
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setTrailerFields(() -> fields);
                            response.getWriter().print("body");
                        });
        assertThat(answer.trailers()).containsExactly("X-A: 1");
    }
}
