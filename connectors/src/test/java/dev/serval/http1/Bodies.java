package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.Ascii;
import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Feeds bodies to a decoder in every way in which they can arrive; all must come to the same. */
final class Bodies {
    /**
     * What a body came to.
     *
     * @param data the body, as far as it was decoded
     * @param rest what stands behind it, not taken; null when it has not ended
     */
    record Decoded(Refusal refusal, String data, boolean ended, String rest, List<String> fields) {}

    private static final int LARGE = 4096;

    private Bodies() {}

    static Decoded chunked(String input) {
        return chunked(input, HttpLimits.DEFAULTS);
    }

    static Decoded chunked(String input, HttpLimits limits) {
        return decode(Framing.CHUNKED, -1, input, limits);
    }

    static Decoded decode(Framing framing, long length, String input, HttpLimits limits) {
        byte[] bytes = Ascii.bytes(input);
        Decoded whole = feed(framing, length, bytes, limits, LARGE, bytes.length);
        for (int room : new int[] {1, 3, LARGE}) {
            int[] everyByte = new int[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                everyByte[i] = i;
            }
            assertThat(feed(framing, length, bytes, limits, room, everyByte))
                    .as("one byte at a time into %d", room)
                    .isEqualTo(whole);
            for (int split = 0; split <= bytes.length; split++) {
                assertThat(feed(framing, length, bytes, limits, room, split))
                        .as("split at %d into %d", split, room)
                        .isEqualTo(whole);
            }
        }
        return whole;
    }

    static void refused(String input, Refusal refusal) {
        assertThat(chunked(input).refusal()).isEqualTo(refusal);
    }

    static Decoded feed(
            Framing framing, long length, byte[] bytes, HttpLimits limits, int room, int... cuts) {
        InputBuffer input = new InputBuffer(new BufferPool(64 * 1024, false, 1));
        BodyDecoder decoder = new BodyDecoder(limits);
        decoder.begin(framing, length);
        StringBuilder data = new StringBuilder();
        int from = 0;
        try {
            for (int part = 0; part <= cuts.length; part++) {
                int to = part < cuts.length ? cuts[part] : bytes.length;
                input.room(64 * 1024).put(bytes, from, to - from);
                input.received(to - from);
                from = to;
                drain(decoder, input, room, data);
            }
        } catch (HttpError e) {
            // Data before the mistake may or may not have been handed out.
            return new Decoded(e.refusal(), null, false, null, null);
        }
        String rest =
                new String(
                        input.array(),
                        input.position(),
                        input.remaining(),
                        StandardCharsets.ISO_8859_1);
        return new Decoded(
                null,
                data.toString(),
                decoder.ended(),
                decoder.ended() ? rest : null,
                texts(decoder.trailers()));
    }

    private static void drain(BodyDecoder decoder, InputBuffer input, int room, StringBuilder data)
            throws HttpError {
        ByteBuffer target = ByteBuffer.allocate(room);
        int count;
        do {
            count = decoder.decode(input, target.clear());
            assertThat(target.position()).isEqualTo(Math.max(0, count));
            data.append(
                    new String(target.array(), 0, target.position(), StandardCharsets.ISO_8859_1));
            assertThat(count < 0).isEqualTo(count <= 0 && decoder.ended());
        } while (count > 0);
    }

    private static List<String> texts(Fields fields) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; fields != null && i < fields.size(); i++) {
            texts.add(fields.name(i).text() + "=" + fields.value(i));
        }
        return texts;
    }
}
