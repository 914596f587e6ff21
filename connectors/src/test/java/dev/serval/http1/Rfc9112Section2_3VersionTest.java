package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.HttpVersion;
import dev.serval.http.Refusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section2_3VersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1", "HTTP/1.2", "HTTP/1.9"})
    void readsAHigherMinorVersionAs1_1(String version) {
        assertThat(Heads.parse(Heads.line("GET / " + version)).version())
                .isEqualTo(HttpVersion.HTTP_1_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0"})
    void reads1_0(String version) {
        assertThat(Heads.parse(Heads.line("GET / " + version)).version())
                .isEqualTo(HttpVersion.HTTP_1_0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/0.9",
                "GET / HTTP/2.0",
                "GET / HTTP/3.0",
                "GET / HTTP/9.9",
                "PRI * HTTP/2.0"
            })
    void doesNotSupportAnotherMajorVersion(String line) {
        Heads.refused(Heads.line(line), Refusal.VERSION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http/1.1",
                "Http/1.1",
                "HTTP/1",
                "HTTP/1.",
                "HTTP/11",
                "HTTP/1,1",
                "HTTP/1.10",
                "HTTP/01.1",
                "HTTP/1.x",
                "HTTP/-1.1",
                "HTTP/+1.1",
                "HTTP/1.\u00b1",
                "HTTPS/1.1",
                "HTP/1.1",
                "ICY/1.1",
                "1.1",
                "HTTP 1.1",
                "HTTP1.1",
                "HTTP/1.1\0",
                "HTTP/1.1;",
                "\u00c8TTP/1.1"
            })
    void refusesAMalformedVersion(String version) {
        Refusal refusal = version.contains(" ") ? Refusal.REQUEST_LINE : Refusal.VERSION_SYNTAX;
        Heads.refused(Heads.line("GET / " + version), refusal);
    }
}
