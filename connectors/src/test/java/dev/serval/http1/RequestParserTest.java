package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.buffer.Ascii;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.RequestHead;
import org.junit.jupiter.api.Test;

class RequestParserTest {
    private final RequestParser parser = new RequestParser(HttpLimits.DEFAULTS);

    @Test
    void nothingOfARequestShowsInTheNextOne() {
        byte[] first =
                Ascii.bytes(
                        "POST http://other:81/a?b HTTP/1.0\r\nHost: c\r\nExpect: 100-continue\r\n"
                                + "Content-Length: 5\r\nX: y\r\n\r\n");
        Heads.once(parser, first, 0, first.length);
        parser.reset();
        byte[] second = Ascii.bytes("GET /d HTTP/1.1\r\nHost: e\r\n\r\n");
        Heads.Parsed parsed = Heads.once(parser, second, 0, second.length);
        assertThat(parsed).isEqualTo(Heads.parse("GET /d HTTP/1.1\r\nHost: e\r\n\r\n"));
        assertThat(parsed.framing()).isEqualTo(Framing.NONE);
    }

    @Test
    void goesOnAfterARefusalWhenReset() {
        byte[] bad = Ascii.bytes("GET http://a/ HTTP/1.1\r\nTransfer-Encoding: x,\r\nHost : a\r\n");
        assertThatThrownBy(() -> parser.parse(bad, 0, bad.length)).isInstanceOf(HttpError.class);
        parser.reset();
        byte[] good = Ascii.bytes(Heads.with(""));
        assertThat(Heads.once(parser, good, 0, good.length)).isEqualTo(Heads.parse(Heads.with("")));
    }

    @Test
    void takesPipelinedHeadsOneByOne() throws HttpError {
        String head = Heads.with("");
        byte[] both = Ascii.bytes(head + head);
        assertThat(parser.parse(both, 0, both.length)).isEqualTo(head.length());
        parser.reset();
        assertThat(parser.parse(both, head.length(), both.length)).isEqualTo(head.length());
        assertThat(parser.recorder().head().host()).isEqualTo("example.com");
    }

    @Test
    void emptyLinesDoNotStartARequest() throws HttpError {
        byte[] bytes = Ascii.bytes("\r\n\r\nG");
        parser.parse(bytes, 0, 4);
        assertThat(parser.started()).isFalse();
        parser.parse(bytes, 0, 5);
        assertThat(parser.started()).isTrue();
    }

    @Test
    void restartKeepsThatARequestHasStarted() throws HttpError {
        byte[] bytes = Ascii.bytes("GET /");
        parser.parse(bytes, 0, 5);
        parser.restart();
        assertThat(parser.started()).isTrue();
        parser.reset();
        assertThat(parser.started()).isFalse();
    }

    @Test
    void aRefusedHeadCanBeReadAsFarAsItGoes() {
        byte[] bytes = Ascii.bytes("     GET /a?b HTTP/1.1\r\nX y\r\n");
        assertThatThrownBy(() -> parser.parse(bytes, 5, bytes.length))
                .isInstanceOf(HttpError.class);
        RequestHead head = parser.recorder().release(5, bytes.length);
        assertThat(head.methodName()).isEqualTo("GET");
        assertThat(head.rawTarget()).isEqualTo("/a?b");
        assertThat(head.host()).isEmpty();
    }

    @Test
    void aRefusedLineLeavesAnEmptyHead() {
        byte[] bytes = Ascii.bytes("     (ET / HTTP/1.1\r\n");
        assertThatThrownBy(() -> parser.parse(bytes, 5, bytes.length))
                .isInstanceOf(HttpError.class);
        RequestHead head = parser.recorder().release(5, bytes.length);
        assertThat(head.methodName()).isEmpty();
        assertThat(head.rawTarget()).isEmpty();
        assertThat(head.rawPath()).isEqualTo("/");
    }

    @Test
    void aReleasedHeadOutlivesTheBuffer() throws HttpError {
        byte[] bytes = Ascii.bytes("   " + Heads.with("X: y\r\n"));
        int length = parser.parse(bytes, 3, bytes.length);
        RequestHead head = parser.recorder().release(3, 3 + length);
        java.util.Arrays.fill(bytes, (byte) 0);
        assertThat(head.field("x")).isEqualTo("y");
        assertThat(head.host()).isEqualTo("example.com");
        assertThat(head.rawPath()).isEqualTo("/");
    }
}
