package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section2_2LineEndTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n",
                "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET / HTTP/1.1\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\n",
                "GET / HTTP/1.1\r\nHost\n: a\r\n\r\n",
                "GET / HTTP/1.1\r\n\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: a\nb: c\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX:\n\r\n",
                "GET\n",
                "GET \n",
                "GET /\n",
                "GET /?\n",
                "GET / HTTP/1\n"
            })
    void refusesABareLineFeed(String head) {
        Heads.refused(head, Refusal.LINE_END);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "\r\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\rHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\rX\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: b\rTransfer-Encoding: chunked\r\n\r\n"
            })
    void refusesABareCarriageReturn(String head) {
        Heads.refused(head, Refusal.LINE_END);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\r\n\r\n", "\r\n\r\n\r\n\r\n"})
    void skipsAFewEmptyLinesAndCountsThem(String lines) {
        String head = Heads.with("");
        Heads.Parsed parsed = Heads.parse(lines + head + "GET /next");
        assertThat(parsed.length()).isEqualTo(lines.length() + head.length());
        assertThat(parsed.path()).isEqualTo("/");
    }

    @Test
    void refusesManyEmptyLines() {
        Heads.refused("\r\n\r\n\r\n\r\n\r\n" + Heads.with(""), Refusal.REQUEST_LINE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r",
                "\r\n",
                "G",
                "GET",
                "GET ",
                "GET /",
                "GET /?a",
                "GET / HTTP/1.1",
                "GET / HTTP/1.1\r",
                "GET / HTTP/1.1\r\n",
                "GET / HTTP/1.1\r\nHost",
                "GET / HTTP/1.1\r\nHost:",
                "GET / HTTP/1.1\r\nHost: a",
                "GET / HTTP/1.1\r\nHost: a\r",
                "GET / HTTP/1.1\r\nHost: a\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\r"
            })
    void waitsForTheRestOfAHead(String head) {
        assertThat(Heads.parse(head).incomplete()).isTrue();
    }
}
