package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterConfig;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fields that it adds, to servlets, files and errors alike. */
class HttpHeaderSecurityFilterTest {
    @TempDir private Path directory;

    private HttpHeaders headers(String path, String... parameters) throws Exception {
        try (Filtered app = Filtered.by(directory, HttpHeaderSecurityFilter.class, parameters)) {
            return app.get(path).headers();
        }
    }

    @Test
    void framesAndSniffingAreForbiddenByDefault() throws Exception {
        for (String path : new String[] {"/echo", "/page.html", "/missing"}) {
            HttpHeaders headers = headers(path);
            assertThat(headers.allValues("X-Frame-Options")).as(path).containsExactly("DENY");
            assertThat(headers.allValues("X-Content-Type-Options")).containsExactly("nosniff");
        }
    }

    @Test
    void rfc6797Section7_2NothingIsSaidOfTlsInPlainText() throws Exception {
        assertThat(headers("/echo", "hstsMaxAgeSeconds", "9").map())
                .doesNotContainKey("strict-transport-security");
    }

    @Test
    void rfc6797Section6_1TheFieldOverTls() throws Exception {
        assertThat(strict()).isEqualTo("max-age=0");
        assertThat(strict("hstsMaxAgeSeconds", "-4")).isEqualTo("max-age=0");
        assertThat(
                        strict(
                                "hstsMaxAgeSeconds",
                                "31536000",
                                "hstsIncludeSubDomains",
                                "true",
                                "hstsPreload",
                                "true"))
                .isEqualTo("max-age=31536000; includeSubDomains; preload");
        assertThat(strict("hstsEnabled", "false")).isNull();
    }

    /** The server speaks no TLS yet, so this one is asked without it. */
    private static String strict(String... parameters) throws Exception {
        HttpHeaderSecurityFilter filter = new HttpHeaderSecurityFilter();
        FilterConfig config = Configured.with(parameters);
        filter.init(config);
        return Configured.fieldOverTls(filter, "Strict-Transport-Security");
    }

    @Test
    void theOptionIsTaken() throws Exception {
        assertThat(
                        headers("/echo", "antiClickJackingOption", "sameOrigin")
                                .firstValue("X-Frame-Options"))
                .hasValue("SAMEORIGIN");
        assertThat(
                        headers(
                                        "/echo",
                                        "antiClickJackingOption",
                                        "ALLOW-FROM",
                                        "antiClickJackingUri",
                                        "https://a.example/")
                                .firstValue("X-Frame-Options"))
                .hasValue("ALLOW-FROM https://a.example/");
    }

    @Test
    void whatIsOffIsNotAdded() throws Exception {
        HttpHeaders headers =
                headers(
                        "/echo",
                        "antiClickJackingEnabled",
                        "false",
                        "blockContentTypeSniffingEnabled",
                        "false");
        assertThat(headers.map()).doesNotContainKeys("x-frame-options", "x-content-type-options");
    }
}
