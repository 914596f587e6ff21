package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The CORS protocol of the Fetch standard, and Tomcat's attributes. */
class CorsFilterTest {
    private static final String ORIGIN = "https://a.example";
    private static final String METHOD = "Access-Control-Request-Method";
    private static final String HEADERS = "Access-Control-Request-Headers";

    @TempDir private Path directory;
    private Filtered app;

    @AfterEach
    void close() {
        if (app != null) {
            app.close();
        }
    }

    private void allow(String... more) throws Exception {
        String[] parameters = new String[more.length + 2];
        parameters[0] = "cors.allowed.origins";
        parameters[1] = ORIGIN + ", https://b.example";
        System.arraycopy(more, 0, parameters, 2, more.length);
        app = Filtered.by(directory, CorsFilter.class, parameters);
    }

    private static List<String> corsFields(HttpResponse<String> response) {
        return response.headers().map().entrySet().stream()
                .filter(e -> e.getKey().startsWith("access-control-"))
                .map(e -> e.getKey().substring(15) + ": " + String.join("|", e.getValue()))
                .toList();
    }

    @Test
    void withoutAnOriginNothingIsAddedButVary() throws Exception {
        allow();
        HttpResponse<String> response = app.get("/echo");
        assertThat(response.body()).startsWith("cors.isCorsRequest=false;session=");
        assertThat(corsFields(response)).isEmpty();
        assertThat(response.headers().allValues("Vary")).containsExactly("Origin");
    }

    @Test
    void theOriginOfTheApplicationIsNoOtherOne() throws Exception {
        allow();
        HttpResponse<String> response =
                app.get("/echo", "Origin", "http://localhost:" + app.port());
        assertThat(response.body()).contains("isCorsRequest=false;");
    }

    @Test
    void anAllowedOriginMayRead() throws Exception {
        allow("cors.exposed.headers", "X-One,X-Two", "cors.support.credentials", "true");
        HttpResponse<String> response = app.get("/echo", "Origin", ORIGIN);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .startsWith(
                        "cors.isCorsRequest=true;cors.request.origin="
                                + ORIGIN
                                + ";cors.request.type=simple;");
        assertThat(corsFields(response))
                .containsExactlyInAnyOrder(
                        "allow-origin: " + ORIGIN,
                        "allow-credentials: true",
                        "expose-headers: X-One,X-Two");
    }

    @Test
    void otherOriginsAreRefusedBeforeTheServlet() throws Exception {
        allow();
        for (String origin : List.of("https://c.example", "http://a.example", "null")) {
            HttpResponse<String> response = app.get("/echo", "Origin", origin);
            assertThat(response.statusCode()).as(origin).isEqualTo(403);
            assertThat(response.body()).doesNotContain("session=");
            assertThat(corsFields(response)).isEmpty();
        }
    }

    @Test
    void withoutOriginsEverybodyIsRefused() throws Exception {
        app = Filtered.by(directory, CorsFilter.class);
        assertThat(app.get("/echo", "Origin", ORIGIN).statusCode()).isEqualTo(403);
    }

    @Test
    void whatIsNoOriginIsRefused() throws Exception {
        app = Filtered.by(directory, CorsFilter.class, "cors.allowed.origins", "*");
        for (String origin : List.of("a.example", "https://a.example/path", "x y", "http://")) {
            assertThat(app.get("/echo", "Origin", origin).statusCode()).as(origin).isEqualTo(403);
        }
    }

    @Test
    void anyOriginIsAStarAndNoCacheMustKnow() throws Exception {
        app = Filtered.by(directory, CorsFilter.class, "cors.allowed.origins", "*");
        HttpResponse<String> response = app.get("/echo", "Origin", ORIGIN);
        assertThat(corsFields(response)).containsExactly("allow-origin: *");
        assertThat(response.headers().map()).doesNotContainKey("vary");
    }

    @Test
    void anyOriginWithCredentialsIsRefused() {
        assertThatThrownBy(
                        () ->
                                new CorsFilter()
                                        .init(
                                                Configured.with(
                                                        "cors.allowed.origins",
                                                        "*",
                                                        "cors.support.credentials",
                                                        "true")))
                .hasMessageContaining("CWE-942");
    }

    @Test
    void aPreflightIsAnsweredInPlaceOfTheServlet() throws Exception {
        allow("cors.allowed.methods", "GET,PUT", "cors.allowed.headers", "X-One,X-Two");
        HttpResponse<String> response =
                app.send(
                        "OPTIONS",
                        "/echo",
                        "",
                        "Origin",
                        ORIGIN,
                        METHOD,
                        "PUT",
                        HEADERS,
                        "x-two, X-ONE");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
        assertThat(corsFields(response))
                .containsExactlyInAnyOrder(
                        "allow-origin: " + ORIGIN,
                        "max-age: 1800",
                        "allow-methods: GET,PUT",
                        "allow-headers: X-One,X-Two");
    }

    @Test
    void aPreflightForMoreIsRefused() throws Exception {
        allow();
        assertThat(preflight(METHOD, "PUT")).isEqualTo(403);
        assertThat(preflight(METHOD, "get")).isEqualTo(403);
        assertThat(preflight(METHOD, "GET", HEADERS, "X-Other")).isEqualTo(403);
        assertThat(preflight(METHOD, "GET", HEADERS, "Accept")).isEqualTo(200);
    }

    private int preflight(String... fields) throws Exception {
        String[] all = new String[fields.length + 2];
        all[0] = "Origin";
        all[1] = ORIGIN;
        System.arraycopy(fields, 0, all, 2, fields.length);
        return app.send("OPTIONS", "/echo", "", all).statusCode();
    }

    @Test
    void aNegativeAgeIsNotSaid() throws Exception {
        allow("cors.preflight.maxage", "-1");
        HttpResponse<String> response =
                app.send("OPTIONS", "/echo", "", "Origin", ORIGIN, METHOD, "GET");
        assertThat(corsFields(response)).noneMatch(field -> field.startsWith("max-age"));
    }

    @Test
    void aMethodThatIsNotAllowedIsRefused() throws Exception {
        allow();
        assertThat(app.send("DELETE", "/echo", "", "Origin", ORIGIN).statusCode()).isEqualTo(403);
    }

    @Test
    void postIsSimpleOrNotByItsType() throws Exception {
        allow();
        assertThat(post("text/plain; charset=utf-8")).contains("type=simple;");
        assertThat(post("application/json")).contains("type=actual;");
    }

    private String post(String type) throws Exception {
        return app.send("POST", "/echo", "x", "Origin", ORIGIN, "Content-Type", type).body();
    }

    @Test
    void withoutDecorationThereAreNoAttributes() throws Exception {
        allow("cors.request.decorate", "false");
        assertThat(app.get("/echo", "Origin", ORIGIN).body()).startsWith("session=");
    }
}
