package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of trusted proxies; the client of these tests is one. */
class RemoteIpFilterTest {
    private static final String[] FIELDS = {
        "X-Forwarded-For", "10.0.0.1, 203.0.113.7", "X-Forwarded-Proto", "https"
    };

    @TempDir private Path directory;

    @Test
    void aTrustedProxyIsBelieved() throws Exception {
        try (Filtered app =
                Filtered.by(directory, RemoteIpFilter.class, "hostHeader", "X-Forwarded-Host")) {
            assertThat(app.get("/echo?ends", FIELDS).body())
                    .endsWith("203.0.113.7 https://localhost/app/echo secure=true xff=10.0.0.1");
            assertThat(app.get("/echo?ends", "X-Forwarded-Host", "www.example:81").body())
                    .contains(" http://www.example:81/app/echo secure=false");
        }
    }

    @Test
    void whoIsNoTrustedProxyIsNotBelievedRule25() throws Exception {
        try (Filtered app =
                Filtered.by(directory, RemoteIpFilter.class, "internalProxies", "10.0.0.0/8")) {
            assertThat(app.get("/echo?ends", FIELDS).body())
                    .doesNotContain("ends=203")
                    .contains(" http://localhost:" + app.port() + "/app/echo secure=false");
        }
    }

    @Test
    void aForwardedThatCannotBeUnderstoodIsRefused() throws Exception {
        try (Filtered app =
                Filtered.by(directory, RemoteIpFilter.class, "remoteIpHeader", "Forwarded")) {
            assertThat(app.get("/echo", "Forwarded", "for=\"a").statusCode()).isEqualTo(400);
            assertThat(app.get("/echo?ends", "Forwarded", "for=203.0.113.7").body())
                    .contains("ends=203.0.113.7 http:");
        }
    }
}
