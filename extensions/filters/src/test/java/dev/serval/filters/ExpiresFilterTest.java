package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fields that it adds to responses, by their type. */
class ExpiresFilterTest {
    @TempDir private static Path directory;
    private static Filtered app;

    @BeforeAll
    static void start() throws Exception {
        app =
                Filtered.by(
                        directory,
                        ExpiresFilter.class,
                        "ExpiresByType text/css",
                        "access plus 1 hour",
                        "ExpiresByType text/css; charset=utf-8",
                        "access plus 2 hours",
                        "ExpiresByType image",
                        "access plus 3 hours",
                        "ExpiresByType text/html",
                        "modification plus 4 hours",
                        "ExpiresDefault",
                        "A60");
        Files.writeString(directory.resolve("a.png"), "not really");
        Files.writeString(directory.resolve("long.css"), "a".repeat(100_000));
        Files.setLastModifiedTime(
                directory.resolve("page.html"),
                FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/echo?type=text/css, 3600",
        "/echo?type=text/css;charset%3Dutf-8, 7200",
        "/echo?type=image/png, 10800",
        "/echo?type=text/plain, 60",
        "/echo, 60",
        "/a.png, 10800",
        "/long.css, 3600"
    })
    void theMostPreciseTypeCounts(String path, long seconds) throws Exception {
        HttpHeaders headers = app.get(path).headers();
        assertThat(headers.allValues("Cache-Control")).containsExactly("max-age=" + seconds);
        assertThat(headers.allValues("Expires")).hasSize(1);
        Duration difference =
                Duration.between(date(headers, "Date"), date(headers, "Expires"))
                        .minusSeconds(seconds)
                        .abs();
        assertThat(difference).isLessThan(Duration.ofSeconds(5));
    }

    private static ZonedDateTime date(HttpHeaders headers, String name) {
        return ZonedDateTime.parse(
                headers.firstValue(name).orElseThrow(), DateTimeFormatter.RFC_1123_DATE_TIME);
    }

    @Test
    void rfc9111Section5_2_2_1ThePastIsAnAgeOfZero() throws Exception {
        HttpHeaders headers = app.get("/page.html").headers();
        assertThat(headers.allValues("Cache-Control")).containsExactly("max-age=0");
        assertThat(date(headers, "Expires")).isEqualTo(date(headers, "Last-Modified").plusHours(4));
    }

    @Test
    void anExcludedStatusGetsNothing() throws Exception {
        HttpResponse<String> first = app.get("/a.png");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> known = app.get("/a.png", "If-None-Match", tag);
        assertThat(known.statusCode()).isEqualTo(304);
        assertThat(known.headers().map()).doesNotContainKeys("expires", "cache-control");
    }

    @Test
    void theContentIsLeftAsItIs() throws Exception {
        assertThat(app.get("/long.css").body()).isEqualTo("a".repeat(100_000));
        assertThat(app.get("/echo").body()).startsWith("session=false");
    }

    @Test
    void whatIsSaidAlreadyStays() throws Exception {
        try (Filtered other =
                Filtered.by(
                        Files.createDirectories(directory.resolve("other")), TwoFilters.class)) {
            assertThat(other.get("/echo?max-age").headers().allValues("Cache-Control"))
                    .containsExactly("private, max-age=5");
            assertThat(other.get("/echo?expires").headers().map())
                    .doesNotContainKey("cache-control")
                    .containsKey("expires");
            assertThat(other.get("/echo?lines").headers().allValues("Cache-Control"))
                    .containsExactly("private, must-revalidate, max-age=86400");
            assertThat(other.get("/echo?late-line").headers().allValues("Cache-Control"))
                    .containsExactly("private", "max-age=7");
            assertThat(other.get("/echo?private").headers().allValues("Cache-Control"))
                    .containsExactly("private, max-age=86400");
        }
    }
}
