package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section3_2RequestTargetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            nullValues = "-",
            value = {
                "/ / -",
                "/a/b.html /a/b.html -",
                "/? / ''",
                "/?a=b / a=b",
                "/?a=b?c=/d / a=b?c=/d",
                "/a;v=1/b /a;v=1/b -",
                "//a //a -",
                "/%2e%2E/%00 /%2e%2E/%00 -",
                "/a%zz /a%zz -",
                "/azAZ09-._~!$&'()*+,;=:@ \"/azAZ09-._~!$&'()*+,;=:@\" -"
            },
            quoteCharacter = '"')
    void splitsAnOriginForm(String target, String path, String query) {
        Heads.Parsed parsed = Heads.parse(Heads.line("GET " + target + " HTTP/1.1"));
        assertThat(parsed.target()).isEqualTo(target);
        assertThat(parsed.path()).isEqualTo(path);
        assertThat(parsed.query()).isEqualTo("''".equals(query) ? "" : query);
        assertThat(parsed.host()).isEqualTo("example.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a#b",
                "/?a#b",
                "/[",
                "/]",
                "/\\",
                "/|",
                "/{",
                "/}",
                "/^",
                "/`",
                "/\"",
                "/<",
                "/>",
                "/?[",
                "/?]",
                "/?\\",
                "/?|",
                "/?{}",
                "/?^",
                "/?`",
                "/?\"",
                "/?<>",
                "/\0",
                "/\u0001",
                "/\u007f",
                "/\u0080",
                "/\u00e9",
                "/\u00ff",
                "/?\u00e9",
                "/?\0",
                "/\u000b",
                "#",
                "\u00e9"
            })
    void refusesCharactersThatNoUriHas(String target) {
        Heads.refused(Heads.line("GET " + target + " HTTP/1.1"), Refusal.TARGET);
    }

    @ParameterizedTest
    @CsvSource({
        "http://Other.org/a?b=c, other.org, -1, /a, b=c",
        "HTTP://other.org/a, other.org, -1, /a,",
        "https://other.org/, other.org, -1, /,",
        "http://other.org, other.org, -1, /,",
        "http://other.org?b, other.org, -1, /, b",
        "http://other.org:8080, other.org, 8080, /,",
        "http://other.org:8080/x, other.org, 8080, /x,",
        "http://other.org:/x, other.org, -1, /x,",
        "http://[::1]:80/x, [::1], 80, /x,",
        "http://1.2.3.4//x, 1.2.3.4, -1, //x,"
    })
    void takesTheHostOfAnAbsoluteForm(
            String target, String host, int port, String path, String query) {
        Heads.Parsed parsed = Heads.parse(Heads.line("GET " + target + " HTTP/1.1"));
        assertThat(parsed.target()).isEqualTo(target);
        assertThat(parsed.host()).isEqualTo(host);
        assertThat(parsed.port()).isEqualTo(port);
        assertThat(parsed.path()).isEqualTo(path);
        assertThat(parsed.query()).isEqualTo(query);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http:///a",
                "http://",
                "http:/a",
                "http:a",
                "http://:80/",
                "http://user@host/",
                "http://user:pass@host/",
                "http://host:x/",
                "http://host:70000/",
                "http://host:0/",
                "http://host:-1/",
                "http://[::1/",
                "http://[]/",
                "http://[::1]a/",
                "ftp://host/",
                "https:///",
                "httpx://host/",
                "urn:a",
                "a",
                "a/b",
                "example.com",
                "example.com:80",
                "?a",
                "*a",
                "**",
                "http://host/[",
                "http://host/?]",
                "http://host[/",
                "http://%zz/",
                "http://a%/",
                "..",
                "http"
            })
    void refusesWhatIsNoForm(String target) {
        Heads.refused(Heads.line("GET " + target + " HTTP/1.1"), Refusal.TARGET);
    }

    @Test
    void takesTheAsteriskForOptions() {
        assertThat(Heads.parse(Heads.line("OPTIONS * HTTP/1.1")).path()).isEqualTo("*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "options", "OTHER"})
    void refusesTheAsteriskForOtherMethods(String method) {
        Heads.refused(Heads.line(method + " * HTTP/1.1"), Refusal.TARGET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com:443", "1.2.3.4:1", "[::1]:8443"})
    void doesNotSupportConnect(String target) {
        Heads.refused(Heads.line("CONNECT " + target + " HTTP/1.1"), Refusal.CONNECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "*", "example.com", "example.com:", "http://a:1/", "a@b:1", ":1"})
    void refusesConnectWithoutAnAuthority(String target) {
        Heads.refused(Heads.line("CONNECT " + target + " HTTP/1.1"), Refusal.TARGET);
    }
}
