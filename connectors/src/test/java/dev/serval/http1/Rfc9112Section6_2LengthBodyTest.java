package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.Framing;
import dev.serval.http.HttpLimits;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class Rfc9112Section6_2LengthBodyTest {
    private static Bodies.Decoded decode(Framing framing, long length, String input) {
        return Bodies.decode(framing, length, input, HttpLimits.DEFAULTS);
    }

    @Test
    void takesExactlyTheLength() {
        Bodies.Decoded body = decode(Framing.LENGTH, 5, "helloGET /");
        assertThat(body.data()).isEqualTo("hello");
        assertThat(body.rest()).isEqualTo("GET /");
    }

    @Test
    void waitsForTheRest() {
        Bodies.Decoded body = decode(Framing.LENGTH, 6, "hello");
        assertThat(body.data()).isEqualTo("hello");
        assertThat(body.ended()).isFalse();
    }

    @Test
    void endsAtOnceWithoutABody() {
        assertThat(decode(Framing.LENGTH, 0, "GET /").rest()).isEqualTo("GET /");
        assertThat(decode(Framing.NONE, -1, "GET /").rest()).isEqualTo("GET /");
    }

    @Test
    void knowsWhatRemains() throws Exception {
        InputBuffer input = new InputBuffer(new BufferPool(64, false, 1));
        input.room(64).put(new byte[5]);
        input.received(5);
        BodyDecoder decoder = new BodyDecoder(HttpLimits.DEFAULTS);
        decoder.begin(Framing.LENGTH, 1L << 40);
        assertThat(decoder.decode(input, ByteBuffer.allocate(4))).isEqualTo(4);
        assertThat(decoder.remainingKnown()).isEqualTo((1L << 40) - 4);
        assertThat(decoder.decode(input, ByteBuffer.allocate(4))).isEqualTo(1);
        assertThat(decoder.decode(input, ByteBuffer.allocate(4))).isZero();
        decoder.begin(Framing.CHUNKED, -1);
        assertThat(decoder.remainingKnown()).isEqualTo(-1);
        decoder.begin(Framing.NONE, -1);
        assertThat(decoder.remainingKnown()).isEqualTo(-1);
    }

    @Test
    void takesNothingIntoAFullTarget() throws Exception {
        InputBuffer input = new InputBuffer(new BufferPool(64, false, 1));
        input.room(64).put(new byte[5]);
        input.received(5);
        BodyDecoder decoder = new BodyDecoder(HttpLimits.DEFAULTS);
        decoder.begin(Framing.LENGTH, 5);
        assertThat(decoder.decode(input, ByteBuffer.allocate(0))).isZero();
        assertThat(input.remaining()).isEqualTo(5);
    }

    @Test
    void noRequestBodyEndsWithItsConnection() {
        BodyDecoder decoder = new BodyDecoder(HttpLimits.DEFAULTS);
        assertThatThrownBy(() -> decoder.begin(Framing.CLOSE, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
