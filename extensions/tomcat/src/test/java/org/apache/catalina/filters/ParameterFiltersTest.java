package org.apache.catalina.filters;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

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
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        Logger logger = (Logger) LoggerFactory.getLogger(RequestDumperFilter.class);
        logger.addAppender(appender);
        try (Filtered app = Filtered.by(directory, RequestDumperFilter.class)) {
            app.get("/echo?p=a%0Ab", "Authorization", "Basic c2VjcmV0", "Cookie", "x=secret");
        } finally {
            logger.detachAppender(appender);
        }
        List<String> said = appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertThat(said).hasSize(2);
        assertThat(said.get(0))
                .startsWith("Request GET /app/echo HTTP/1.1\n")
                .contains("\n  parameter p: a?b")
                .containsIgnoringCase("\n  header authorization: (not shown)")
                .doesNotContain("c2VjcmV0", "secret");
        assertThat(said.get(1)).startsWith("Response 200 to GET /app/echo");
    }
}
