package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9110Section10_1_1ExpectTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Expect: 100-continue\r\nContent-Length: 5\r\n",
                "expect: 100-Continue\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length: 5\r\nEXPECT:100-CONTINUE \r\n",
                "Expect: 100-continue\r\nExpect: 100-continue\r\nContent-Length: 5\r\n"
            })
    void waitsForContinue(String lines) {
        assertThat(Heads.parse(Heads.with(lines)).expectContinue()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Length: 5\r\n",
                "Expect: 100-continue\r\n",
                "Expect: 100-continue\r\nContent-Length: 0\r\n"
            })
    void doesNotWaitWithoutExpectationOrBody(String lines) {
        Heads.Parsed parsed = Heads.parse(Heads.with(lines));
        assertThat(parsed.refusal()).isNull();
        assertThat(parsed.expectContinue()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "100",
                "100-continu",
                "100-continued",
                "100-continue, 100-continue",
                "100-continue;a",
                "200-ok",
                "100-continue, x"
            })
    void cannotMeetAnotherExpectation(String value) {
        Heads.refused(
                Heads.with("Content-Length: 5\r\nExpect: " + value + "\r\n"), Refusal.EXPECTATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "something"})
    void http10KnowsNone(String value) {
        Heads.Parsed parsed =
                Heads.parse(
                        "POST / HTTP/1.0\r\nContent-Length: 5\r\nExpect: " + value + "\r\n\r\n");
        assertThat(parsed.refusal()).isNull();
        assertThat(parsed.expectContinue()).isFalse();
    }
}
