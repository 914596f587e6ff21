package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that can set a field prove by it that they have read a response (CWE-352). */
class RestCsrfPreventionFilterTest {
    private static final String FIELD = "X-CSRF-Token";
    private static final String FORM = "application/x-www-form-urlencoded";

    @TempDir private Path directory;

    @Test
    void whoHasFetchedTheNonceMayChangeThings() throws Exception {
        try (Filtered app = Filtered.by(directory, RestCsrfPreventionFilter.class)) {
            assertThat(app.get("/echo").headers().firstValue(FIELD)).isEmpty();
            HttpResponse<String> fetched = app.get("/echo", FIELD, "Fetch");
            String cookie = fetched.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
            String nonce = fetched.headers().firstValue(FIELD).orElseThrow();

            assertThat(nonce).matches("[0-9A-F]{32}");
            assertThat(
                            app.get("/echo", FIELD, "fetch", "Cookie", cookie)
                                    .headers()
                                    .allValues(FIELD))
                    .containsExactly(nonce);
            assertThat(post(app, "", FIELD, nonce, "Cookie", cookie).statusCode()).isEqualTo(200);
            assertThat(post(app, "", FIELD, nonce).statusCode()).isEqualTo(403);
            assertThat(post(app, "", FIELD, nonce + "0", "Cookie", cookie).statusCode())
                    .isEqualTo(403);
            HttpResponse<String> without = post(app, FIELD + "=" + nonce, "Cookie", cookie);
            assertThat(without.statusCode()).isEqualTo(403);
            assertThat(without.headers().firstValue(FIELD)).contains("Required");
        }
    }

    @Test
    void onPathsThatAcceptItAParameterCounts() throws Exception {
        try (Filtered app =
                Filtered.by(
                        directory,
                        RestCsrfPreventionFilter.class,
                        "pathsAcceptingParams",
                        "/other, /echo",
                        "denyStatus",
                        "400")) {
            HttpResponse<String> fetched = app.get("/page.html", FIELD, "Fetch");
            String cookie = fetched.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
            String pair = FIELD + "=" + fetched.headers().firstValue(FIELD).orElseThrow();

            assertThat(post(app, pair, "Cookie", cookie).statusCode()).isEqualTo(200);
            assertThat(post(app, pair + "&" + pair, "Cookie", cookie).statusCode()).isEqualTo(200);
            assertThat(post(app, pair + "&" + FIELD + "=x", "Cookie", cookie).statusCode())
                    .isEqualTo(400);
            assertThat(
                            app.send(
                                            "POST",
                                            "/page.html",
                                            pair,
                                            "Content-Type",
                                            FORM,
                                            "Cookie",
                                            cookie)
                                    .statusCode())
                    .isEqualTo(400);
        }
    }

    private static HttpResponse<String> post(Filtered app, String body, String... fields)
            throws Exception {
        String[] all = new String[fields.length + 2];
        System.arraycopy(fields, 0, all, 2, fields.length);
        all[0] = "Content-Type";
        all[1] = FORM;
        return app.send("POST", "/echo", body, all);
    }
}
