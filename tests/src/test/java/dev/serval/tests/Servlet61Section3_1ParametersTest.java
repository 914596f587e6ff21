package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Where parameters come from, in which order, and when a form is left in the body. */
@OnBioAndNio
final class Servlet61Section3_1ParametersTest {
    private static final String FORM = "application/x-www-form-urlencoded";

    @Parameter ServletUnderTest server;

    @Test
    void getParameterGivesTheFirstOfSeveralValues() throws Exception {
        server.get(
                "/?a=1&a=2",
                (request, response) -> {
                    assertThat(request.getParameter("a")).isEqualTo("1");
                    assertThat(request.getParameterValues("a")).containsExactly("1", "2");
                });
    }

    @Test
    void getParameterMapHasNamesAsKeysAndAllValues() throws Exception {
        server.get(
                "/?a=1&b=2&a=3",
                (request, response) -> {
                    Map<String, String[]> map = request.getParameterMap();
                    assertThat(map).containsOnlyKeys("a", "b");
                    assertThat(map.get("a")).containsExactly("1", "3");
                    assertThat(map.get("b")).containsExactly("2");
                });
    }

    @Test
    void getParameterNamesGivesEveryNameOnce() throws Exception {
        server.get(
                "/?a=1&b=2&a=3",
                (request, response) ->
                        assertThat(Collections.list(request.getParameterNames()))
                                .containsExactlyInAnyOrder("a", "b"));
    }

    @Test
    void theQueryComesBeforeTheForm() throws Exception {
        server.post(
                "/?a=hello",
                FORM,
                "a=goodbye&a=world",
                (request, response) ->
                        assertThat(request.getParameterValues("a"))
                                .containsExactly("hello", "goodbye", "world"));
    }

    @Test
    void pathParametersAreNoParameters() throws Exception {
        server.get(
                "/x;a=1/y;b=2?c=3",
                (request, response) -> {
                    assertThat(Collections.list(request.getParameterNames())).containsExactly("c");
                    assertThat(request.getRequestURI()).isEqualTo("/app/x;a=1/y;b=2");
                });
    }

    @Test
    @Section("3.1.1")
    void aFormIsReadForPostOnly() throws Exception {
        server.send(
                "PUT /app/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                        + FORM
                        + "\r\nContent-Length: 3\r\n\r\na=1",
                (request, response) -> {
                    assertThat(request.getParameter("a")).isNull();
                    assertThat(request.getInputStream().readAllBytes()).asString().isEqualTo("a=1");
                });
    }

    @Test
    @Section("3.1.1")
    void contentOfAnotherTypeIsNoForm() throws Exception {
        server.post(
                "/?b=2",
                "text/plain",
                "a=1",
                (request, response) -> {
                    assertThat(Collections.list(request.getParameterNames())).containsExactly("b");
                    assertThat(request.getInputStream().readAllBytes()).asString().isEqualTo("a=1");
                });
    }

    @Test
    @Section("3.1.1")
    void aFormWhoseParametersNobodyAskedForIsLeftInTheBody() throws Exception {
        server.post(
                "/?b=2",
                FORM,
                "a=1",
                (request, response) ->
                        assertThat(request.getInputStream().readAllBytes())
                                .asString()
                                .isEqualTo("a=1"));
    }

    @Test
    @Section("3.1.1")
    void aFormThatWasReadForItsParametersIsNoLongerInTheBody() throws Exception {
        server.post(
                "/",
                FORM,
                "a=1",
                (request, response) -> {
                    assertThat(request.getParameter("a")).isEqualTo("1");
                    assertThat(request.getInputStream().read()).isEqualTo(-1);
                });
    }

    @Test
    @Section("3.1.1")
    void theTypeOfAFormMayHaveParametersAndAnyCase() throws Exception {
        for (String type : List.of(FORM + ";charset=utf-8", "Application/X-WWW-Form-URLencoded")) {
            server.post(
                    "/",
                    type,
                    // Whatever the charset is of one that names none.
                    "a=%41",
                    (request, response) -> assertThat(request.getParameter("a")).isEqualTo("A"));
        }
    }
}
