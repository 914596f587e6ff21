package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters for character sets, parameters, sessions and the log. */
class ParameterFiltersTest {
    private static final String FORM = "application/x-www-form-urlencoded";

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        // An e with an acute accent in windows-1252, or two characters of UTF-8 read as such.
        "false, " + FORM + ", p=%E9, e9",
        "true, " + FORM + ";charset=UTF-8, p=%C3%A9, c3 a9",
        "false, " + FORM + ";charset=UTF-8, p=%C3%A9, e9"
    })
    void theEncodingOfParametersIsSet(String ignore, String type, String body, String seen)
            throws Exception {
        try (Filtered app =
                Filtered.by(
                        directory,
                        SetCharacterEncodingFilter.class,
                        "encoding",
                        "windows-1252",
                        "ignore",
                        ignore)) {
            HttpResponse<String> response = app.send("POST", "/echo", body, "Content-Type", type);
            assertThat(response.body()).endsWith("p=" + seen + " ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "utf-16, text/html, text/html;charset=UTF-16",
        "default, text/html, text/html;charset=ISO-8859-1",
        "utf-16, text/html;charset=utf-8, text/html;charset=utf-8",
        "utf-16, application/json, application/json"
    })
    void aTextGetsACharacterSetUnlessItHasOne(String encoding, String type, String sent)
            throws Exception {
        try (Filtered app =
                Filtered.by(directory, AddDefaultCharsetFilter.class, "encoding", encoding)) {
            String query = type.replace(";", "%3B").replace("=", "%3D");
            assertThat(app.get("/echo?type=" + query).headers().firstValue("Content-Type"))
                    .hasValueSatisfying(
                            value ->
                                    assertThat(value.toLowerCase()).startsWith(sent.toLowerCase()));
        }
    }

    @Test
    void parametersThatCannotBeReadAreRefused() throws Exception {
        try (Filtered app = Filtered.by(directory, FailedRequestFilter.class)) {
            assertThat(app.get("/page.html?p=%41").statusCode()).isEqualTo(200);
            HttpResponse<String> bad =
                    app.send("POST", "/page.html", "p=%zz", "Content-Type", FORM);
            assertThat(bad.statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aSessionBegins() throws Exception {
        try (Filtered app = Filtered.by(directory, SessionInitializerFilter.class)) {
            HttpResponse<String> response = app.get("/echo");
            assertThat(response.body()).contains("session=true");
            assertThat(response.headers().firstValue("Set-Cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie).startsWith("JSESSIONID="));
        }
    }

    @Test
    void whatComesAndGoesIsLoggedWithoutSecretsAndInLinesOfItsOwn() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord message) {
                        said.add(message.getMessage());
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Logger logger = Logger.getLogger(RequestDumperFilter.class.getName());
        logger.addHandler(handler);
        try (Filtered app = Filtered.by(directory, RequestDumperFilter.class)) {
            app.get(
                    "/echo;jsessionid=5E55102?p=a%0Ab",
                    "Authorization",
                    "Basic c2VjcmV0",
                    "Cookie",
                    "x=secret",
                    "Referer",
                    "http://localhost/a;jsessionid=5E55103?b");
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(said).hasSize(2);
        assertThat(said.get(0))
                .startsWith("Request GET /app/echo;jsessionid=(not shown) HTTP/1.1\n")
                .containsIgnoringCase(
                        "\n  header referer: http://localhost/a;jsessionid=(not shown)?b")
                .contains("\n  parameter p: a?b")
                .containsIgnoringCase("\n  header authorization: (not shown)")
                .doesNotContain("c2VjcmV0", "secret", "5E5510");
        assertThat(said.get(1))
                .startsWith("Response 200 to GET /app/echo")
                .doesNotContain("5E5510");
    }
}
