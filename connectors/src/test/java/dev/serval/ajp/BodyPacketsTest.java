package dev.serval.ajp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Bodies out of their packets, however these are cut. */
class BodyPacketsTest {
    private static final byte[] NEXT = {0x12, 0x34, 0, 1, 10};

    /** What came of it; the refusal is null if there was none. */
    record Decoded(String body, boolean ended, int left, String refusal) {}

    static Decoded feed(Framing framing, long length, byte[] bytes, int room, int... cuts) {
        BodyPackets packets = new BodyPackets(8192);
        packets.begin(framing, length);
        InputBuffer input = new InputBuffer(new BufferPool(20_000, false, 1));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        ByteBuffer target = ByteBuffer.allocate(room);
        int at = 0;
        try {
            for (int i = 0; i <= cuts.length; i++) {
                int to = i == cuts.length ? bytes.length : cuts[i];
                ByteBuffer free = input.room(20_000);
                free.put(bytes, at, to - at);
                input.received(to - at);
                at = to;
                int count = 1;
                while (count > 0) {
                    count = packets.decode(input, target.clear());
                    if (count == 0 && packets.askable()) {
                        packets.asked();
                        count = 1;
                    }
                    body.write(target.array(), 0, target.position());
                }
            }
        } catch (HttpError e) {
            return new Decoded(text(body), false, -1, e.refusal().name());
        }
        return new Decoded(
                text(body), packets.ended(), packets.ended() ? input.remaining() : -1, null);
    }

    private static String text(ByteArrayOutputStream body) {
        return body.toString(StandardCharsets.ISO_8859_1);
    }

    private static void everyWay(Framing framing, long length, byte[] bytes, Decoded expected) {
        for (int room : new int[] {1, 2, 7, 100}) {
            assertThat(feed(framing, length, bytes, room)).isEqualTo(expected);
            for (int cut = 0; cut <= bytes.length; cut++) {
                assertThat(feed(framing, length, bytes, room, cut)).isEqualTo(expected);
            }
            int[] all = new int[bytes.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = i;
            }
            assertThat(feed(framing, length, bytes, room, all)).isEqualTo(expected);
        }
    }

    @Test
    void aDeclaredBodyEndsWithItsLastByte() {
        byte[] bytes = Packets.joined(Packets.data("hello "), Packets.data("you"), NEXT);
        everyWay(Framing.LENGTH, 9, bytes, new Decoded("hello you", true, NEXT.length, null));
    }

    @Test
    void aChunkedBodyEndsWithAPacketWithoutBytes() {
        byte[] parts = Packets.joined(Packets.data("a"), Packets.data("bcd"));
        byte[] one = Packets.joined(parts, Packets.data(""), NEXT);
        byte[] other = Packets.joined(parts, Packets.bytes(0x12, 0x34, 0, 0), NEXT);
        everyWay(Framing.CHUNKED, -1, one, new Decoded("abcd", true, NEXT.length, null));
        everyWay(Framing.CHUNKED, -1, other, new Decoded("abcd", true, NEXT.length, null));
    }

    @Test
    void noBodyTakesNothing() {
        everyWay(Framing.NONE, -1, NEXT, new Decoded("", true, NEXT.length, null));
        everyWay(Framing.LENGTH, 0, NEXT, new Decoded("", true, NEXT.length, null));
    }

    @Test
    void whatIsNoPacketIsRefusedHoweverItIsCut() {
        Decoded refused = new Decoded("ab", false, -1, "AJP_PACKET");
        byte[] first = Packets.data("ab");
        for (byte[] bad :
                new byte[][] {
                    Packets.bytes(0x12, 0x35, 0, 3, 0, 1, 'c'),
                    Packets.bytes(0x12, 0x34, 0, 4, 0, 1, 'c', 'd'),
                    Packets.bytes(0x12, 0x34, 0, 1, 0, 0),
                    Packets.bytes(0x12, 0x34, 0x20, 2, 0x20, 0),
                    Packets.data("cdefghi")
                }) {
            everyWay(Framing.LENGTH, 8, Packets.joined(first, bad), refused);
        }
        byte[] early = Packets.joined(first, Packets.data(""));
        everyWay(Framing.LENGTH, 8, early, new Decoded("ab", false, -1, "BODY_CUT"));
    }

    @Test
    void thePacketThatIsOwedIsDroppedAndNoOther() throws HttpError {
        byte[] bytes = Packets.joined(Packets.data("abc"), NEXT);
        for (int cut = 0; cut <= bytes.length; cut++) {
            BodyPackets packets = new BodyPackets(8192);
            packets.begin(Framing.LENGTH, 50);
            InputBuffer input = new InputBuffer(new BufferPool(100, false, 1));
            input.room(100).put(bytes, 0, cut);
            input.received(cut);
            boolean there = cut >= bytes.length - NEXT.length;
            assertThat(packets.drop(input)).isEqualTo(there);
            input.room(100).put(bytes, cut, bytes.length - cut);
            input.received(bytes.length - cut);
            assertThat(packets.drop(input)).isTrue();
            assertThat(input.remaining()).isEqualTo(NEXT.length);
        }
    }
}
