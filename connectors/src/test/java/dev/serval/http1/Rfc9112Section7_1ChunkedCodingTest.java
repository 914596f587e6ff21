package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section7_1ChunkedCodingTest {
    private static final String END = "0\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\nhello\r\n0\r\n\r\n",
                "05\r\nhello\r\n0\r\n\r\n",
                "0000000000000005\r\nhello\r\n0\r\n\r\n",
                "5\r\nhello\r\n000\r\n\r\n",
                "1\r\nh\r\n4\r\nello\r\n0\r\n\r\n",
                "1\r\nh\r\n1\r\ne\r\n1\r\nl\r\n1\r\nl\r\n1\r\no\r\n0\r\n\r\n"
            })
    void joinsTheChunks(String input) {
        Bodies.Decoded body = Bodies.chunked(input + "GET /");
        assertThat(body.data()).isEqualTo("hello");
        assertThat(body.rest()).isEqualTo("GET /");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A", "0a", "0A"})
    void readsHexadecimalInBothCases(String size) {
        assertThat(Bodies.chunked(size + "\r\n0123456789\r\n" + END).data())
                .isEqualTo("0123456789");
    }

    @Test
    void takesLineEndsAsData() {
        assertThat(Bodies.chunked("7\r\n\r\n0\r\n\r\n\r\n" + END).data())
                .isEqualTo("\r\n0\r\n\r\n");
    }

    @Test
    void anEmptyBodyIsItsLastChunk() {
        Bodies.Decoded body = Bodies.chunked(END + "\r\nGET /");
        assertThat(body.data()).isEmpty();
        assertThat(body.rest()).isEqualTo("\r\nGET /");
        assertThat(body.fields()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "5\r",
                "5\r\n",
                "5\r\nhel",
                "5\r\nhello",
                "5\r\nhello\r",
                "5\r\nhello\r\n",
                "5\r\nhello\r\n0",
                "5\r\nhello\r\n0\r\n",
                "5\r\nhello\r\n0\r\n\r",
                "7fffffffffffffff\r\nhello"
            })
    void hasNotEndedBeforeItsLastLine(String input) {
        Bodies.Decoded body = Bodies.chunked(input);
        assertThat(body.refusal()).isNull();
        assertThat(body.ended()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "\r\n5\r\nhello\r\n",
                "x\r\n",
                "g\r\n",
                "+5\r\n",
                "-5\r\n",
                "-0\r\n",
                "0x5\r\n",
                "0X5\r\n",
                "5h\r\n",
                "5.\r\n",
                "5_0\r\n",
                "\u00b2\r\n",
                "\u0000",
                "5\0\r\n",
                "'5'\r\n",
                "5,\r\n"
            })
    void refusesASizeThatIsNotHexadecimal(String input) {
        Bodies.refused(input, Refusal.CHUNK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " 5\r\n",
                "\t5\r\n",
                "5 \r\n",
                "5\t\r\n",
                "5 5\r\n",
                "5 ;a\r\n",
                "0 \r\n\r\n"
            })
    void refusesABlankAtASize(String input) {
        Bodies.refused(input, Refusal.CHUNK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8000000000000000\r\n",
                "ffffffffffffffff\r\n",
                "10000000000000000\r\n",
                "10000000000000005\r\n",
                "00000000000000005\r\n",
                "fffffffffffffffffffffffffffff\r\n"
            })
    void refusesASizeThatOverflows(String input) {
        Bodies.refused(input, Refusal.CHUNK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\nhello\r\n",
                "5\rhello\r\n",
                "5\r\r\nhello\r\n",
                "5\n\r\nhello\r\n",
                "0\n\r\n",
                "5\r\nhello\n0\r\n\r\n",
                "5\r\nhello\r0\r\n\r\n",
                "5\r\nhello\r\r\n",
                "5\r\nhello\n\r"
            })
    void refusesALineThatDoesNotEndInCrlf(String input) {
        Bodies.refused(input, Refusal.CHUNK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\nhello0\r\n\r\n",
                "5\r\nhello!\r\n0\r\n\r\n",
                "4\r\nhello\r\n0\r\n\r\n",
                "6\r\nhello\r\n0\r\n\r\n",
                "5\r\nhello\r\n\r\n0\r\n\r\n",
                "5\r\nhello \r\n"
            })
    void refusesDataThatDoNotEndWhereTheSizeSays(String input) {
        Bodies.refused(input, Refusal.CHUNK);
    }

    @Test
    void aDecoderIsUsedForManyBodies() throws Exception {
        dev.serval.buffer.InputBuffer input =
                new dev.serval.buffer.InputBuffer(new dev.serval.buffer.BufferPool(256, false, 1));
        BodyDecoder decoder = new BodyDecoder(dev.serval.http.HttpLimits.DEFAULTS);
        java.nio.ByteBuffer target = java.nio.ByteBuffer.allocate(64);
        for (String body : new String[] {"2;a\r\nab\r\n0\r\nX: y\r\n\r\n", "1\r\nc\r\n" + END}) {
            decoder.begin(dev.serval.http.Framing.CHUNKED, -1);
            byte[] bytes = dev.serval.buffer.Ascii.bytes(body);
            input.room(256).put(bytes);
            input.received(bytes.length);
            assertThat(decoder.decode(input, target)).isPositive();
            assertThat(decoder.decode(input, target)).isEqualTo(-1);
            assertThat(decoder.trailers() == null).isEqualTo(!body.contains("X"));
        }
        assertThat(target.position()).isEqualTo(3);
    }
}
