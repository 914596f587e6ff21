package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Attributes, and the header fields of a request as text, numbers and dates. */
@OnBioAndNio
final class Servlet61Section3_4HeadersTest {
    @Parameter ServletUnderTest server;

    // ---- 3.3

    @Test
    @Section("3.3")
    void anAttributeHasOneValue() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    q.setAttribute("a", "1");
                    q.setAttribute("a", "2");
                    assertThat(q.getAttribute("a")).isEqualTo("2");
                    assertThat(Collections.list(q.getAttributeNames())).containsOnlyOnce("a");
                });
    }

    @Test
    @Section("ServletRequest.getAttribute")
    void anAttributeThatIsNotThereIsNull() throws Exception {
        server.get("/", (q, r) -> assertThat(q.getAttribute("missing")).isNull());
    }

    @Test
    @Section("ServletRequest.setAttribute")
    void anAttributeThatBecomesNullIsRemoved() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    q.setAttribute("a", "1");
                    q.setAttribute("a", null);
                    assertThat(q.getAttribute("a")).isNull();
                    assertThat(Collections.list(q.getAttributeNames())).doesNotContain("a");
                });
    }

    @Test
    @Section("ServletRequest.removeAttribute")
    void anAttributeIsRemovedByItsName() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    q.setAttribute("a", "1");
                    q.removeAttribute("a");
                    q.removeAttribute("missing");
                    assertThat(q.getAttribute("a")).isNull();
                });
    }

    @Test
    @Section("ServletRequest.getAttributeNames")
    void withoutAttributesThereAreNoNames() throws Exception {
        server.get("/", (q, r) -> assertThat(q.getAttributeNames().hasMoreElements()).isFalse());
    }

    @Test
    @Section("ServletRequest.setAttribute")
    void attributesAreThoseOfOneRequest() throws Exception {
        server.get("/", (q, r) -> q.setAttribute("a", "1"));
        server.get("/", (q, r) -> assertThat(q.getAttribute("a")).isNull());
    }

    // ---- 3.4

    @Test
    void getHeaderGivesTheFirstOfSeveral() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getHeader("X-Many")).isEqualTo("one");
                    assertThat(Collections.list(q.getHeaders("X-Many")))
                            .containsExactly("one", "two, three");
                },
                "X-Many: one",
                "X-Many: two, three");
    }

    @Test
    @Section("HttpServletRequest.getHeader")
    void namesOfFieldsHaveNoCase() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getHeader("x-oNE")).isEqualTo("1");
                    assertThat(Collections.list(q.getHeaders("X-ONE"))).containsExactly("1");
                    assertThat(q.getIntHeader("x-one")).isEqualTo(1);
                },
                "X-One: 1");
    }

    @Test
    @Section("HttpServletRequest.getHeader")
    void aFieldThatIsNotThereIsNullOrEmptyOrMinusOne() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getHeader("X-Missing")).isNull();
                    assertThat(q.getHeaders("X-Missing").hasMoreElements()).isFalse();
                    assertThat(q.getIntHeader("X-Missing")).isEqualTo(-1);
                    assertThat(q.getDateHeader("X-Missing")).isEqualTo(-1);
                });
    }

    @Test
    @Section("HttpServletRequest.getHeaderNames")
    void everyNameIsThereOnce() throws Exception {
        server.get(
                "/",
                (q, r) ->
                        assertThat(Collections.list(q.getHeaderNames()))
                                .containsExactlyInAnyOrder("Host", "X-One", "X-Two"),
                "X-One: 1",
                "x-one: 2",
                "X-Two: 3");
    }

    @Test
    void anIntIsReadFromTheFirstField() throws Exception {
        server.get(
                "/",
                (q, r) -> assertThat(q.getIntHeader("X-Int")).isEqualTo(-42),
                "X-Int: -42",
                "X-Int: 7");
    }

    @Test
    void whatIsNoIntIsANumberFormatException() throws Exception {
        server.get(
                "/",
                (q, r) ->
                        assertThatThrownBy(() -> q.getIntHeader("X-Int"))
                                .isInstanceOf(NumberFormatException.class),
                "X-Int: 4711 bytes");
    }

    @Test
    void aDateIsReadInEachOfItsThreeForms() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getDateHeader("X-Fixed")).isEqualTo(784_111_777_000L);
                    assertThat(q.getDateHeader("X-Old")).isEqualTo(784_111_777_000L);
                    assertThat(q.getDateHeader("X-C")).isEqualTo(784_111_777_000L);
                },
                "X-Fixed: Sun, 06 Nov 1994 08:49:37 GMT",
                "X-Old: Sunday, 06-Nov-94 08:49:37 GMT",
                "X-C: Sun Nov  6 08:49:37 1994");
    }

    @Test
    void whatIsNoDateIsAnIllegalArgumentException() throws Exception {
        server.get(
                "/",
                (q, r) ->
                        assertThatThrownBy(() -> q.getDateHeader("X-Date"))
                                .isInstanceOf(IllegalArgumentException.class),
                "X-Date: tomorrow");
    }

    // ---- length and type

    @Test
    @Section("ServletRequest.getContentLength")
    void theLengthAndTheTypeOfTheBodyAreThoseOfTheClient() throws Exception {
        server.post(
                "/",
                "text/plain;charset=utf-8",
                "hello",
                (q, r) -> {
                    assertThat(q.getContentLength()).isEqualTo(5);
                    assertThat(q.getContentLengthLong()).isEqualTo(5);
                    assertThat(q.getContentType()).isEqualTo("text/plain;charset=utf-8");
                });
    }

    @Test
    @Section("ServletRequest.getContentLength")
    void aLengthThatIsNotKnownIsMinusOneAndATypeNull() throws Exception {
        server.send(
                "POST /app/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "1\r\nx\r\n0\r\n\r\n",
                (q, r) -> {
                    assertThat(q.getContentLength()).isEqualTo(-1);
                    assertThat(q.getContentLengthLong()).isEqualTo(-1);
                    assertThat(q.getContentType()).isNull();
                });
    }

    @Test
    @Section("ServletRequest.getInputStream")
    void streamAndReaderExcludeEachOther() throws Exception {
        server.post(
                "/",
                "text/plain",
                "hello",
                (q, r) -> {
                    q.getInputStream();
                    assertThatThrownBy(q::getReader).isInstanceOf(IllegalStateException.class);
                });
        server.post(
                "/",
                "text/plain",
                "hello",
                (q, r) -> {
                    assertThat(q.getReader()).isSameAs(q.getReader());
                    assertThatThrownBy(q::getInputStream).isInstanceOf(IllegalStateException.class);
                });
    }

    // ---- trailers

    private void trailing(String trailers, OneServlet.Body servlet) throws Exception {
        server.send(
                "POST /app/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "5\r\nhello\r\n0\r\n"
                        + trailers
                        + "\r\n",
                servlet);
    }

    @Test
    @Section("HttpServletRequest.isTrailerFieldsReady")
    void trailersAreReadyWhenTheEndOfTheBodyWasRead() throws Exception {
        trailing(
                "X-End: 1\r\n",
                (q, r) -> {
                    assertThat(q.isTrailerFieldsReady()).isFalse();
                    assertThatThrownBy(q::getTrailerFields)
                            .isInstanceOf(IllegalStateException.class);
                    q.getInputStream().readAllBytes();
                    assertThat(q.isTrailerFieldsReady()).isTrue();
                    assertThat(q.getTrailerFields()).containsOnlyKeys("x-end");
                    assertThat(q.getTrailerFields().get("x-end")).isEqualTo("1");
                });
    }

    @Test
    @Section("HttpServletRequest.getTrailerFields")
    void whoChangesTheMapOfTrailersChangesNothing() throws Exception {
        trailing(
                "X-End: 1\r\n",
                (q, r) -> {
                    q.getReader().transferTo(new java.io.StringWriter());
                    q.getTrailerFields().clear();
                    assertThat(q.getTrailerFields()).hasSize(1);
                });
    }

    @Test
    @Section("HttpServletRequest.getTrailerFields")
    void withoutTrailersTheMapIsEmpty() throws Exception {
        trailing(
                "",
                (q, r) -> {
                    q.getInputStream().readAllBytes();
                    assertThat(q.getTrailerFields()).isEmpty();
                });
    }

    @Test
    @Section("HttpServletRequest.isTrailerFieldsReady")
    void whereThereCanBeNoTrailersTheyAreReadyAtOnce() throws Exception {
        server.post(
                "/",
                "text/plain",
                "x",
                (q, r) -> {
                    assertThat(q.isTrailerFieldsReady()).isTrue();
                    assertThat(q.getTrailerFields()).isEmpty();
                });
    }
}
