package dev.serval.websocket.wire;

import static dev.serval.websocket.wire.Frames.FIN;
import static dev.serval.websocket.wire.Frames.RSV1;
import static dev.serval.websocket.wire.Frames.masked;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7692 §7.2: compressed messages, beside the JDK's own compressor. */
final class Rfc7692DeflateTest {
    private static final PerMessageDeflate ALONE = new PerMessageDeflate(false, false, false);
    private static final PerMessageDeflate KEPT = new PerMessageDeflate(true, true, false);
    private static final String LONG = "Serval speaks. ".repeat(100);
    // Nothing in it comes twice, so that only an earlier message makes it short.
    private static final String VARIED =
            IntStream.range(0, 300)
                    .mapToObj(i -> Integer.toString(i * i * 7919, 36))
                    .collect(Collectors.joining());

    private static Wired wired(PerMessageDeflate deflate) {
        return new Wired(Role.SERVER, new Limits(1 << 20, 1 << 20, 0, 0, 1000, 1 << 20), deflate);
    }

    private static byte[] deflate(Deflater deflater, byte[] data) {
        deflater.setInput(data);
        byte[] room = new byte[2 * data.length + 100];
        int count = deflater.deflate(room, 0, room.length, Deflater.SYNC_FLUSH);
        return Arrays.copyOf(room, count - 4);
    }

    private static byte[] deflate(String text) {
        return deflate(new Deflater(-1, true), text.getBytes(StandardCharsets.UTF_8));
    }

    /** The payloads of unmasked frames, one behind the other, and what makes them whole. */
    private static String inflate(Inflater inflater, byte[] frames) throws DataFormatException {
        ByteBuffer in = ByteBuffer.wrap(frames);
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        while (in.hasRemaining()) {
            in.get();
            int length = in.get();
            if (length == 126) {
                length = in.getShort() & 0xFFFF;
            }
            byte[] part = new byte[length];
            in.get(part);
            payload.writeBytes(part);
        }
        payload.writeBytes(new byte[] {0, 0, -1, -1});
        inflater.setInput(payload.toByteArray());
        byte[] room = new byte[1 << 20];
        return new String(room, 0, inflater.inflate(room), StandardCharsets.UTF_8);
    }

    @Test
    void theExamplesOfTheRfcAreRead() throws IOException {
        String[] examples = {
            "f248cdc9c90700", // §7.2.3.1: one block
            "000500faff48656c6c6f00", // §7.2.3.3: not compressed
            "f348cdc9c9070000", // §7.2.3.4: BFINAL
            "f248050000 00ffff cac9c90700" // §7.2.3.5: two blocks
        };
        for (String example : examples) {
            Wired wired = wired(ALONE);
            wired.receive(masked(FIN | RSV1 | 1, Frames.hex(example)));
            assertThat(wired.told).as(example).containsExactly("text Hello");
            Wired cut = wired(ALONE);
            cut.receiveByteByByte(masked(FIN | RSV1 | 1, Frames.hex(example)));
            assertThat(cut.told).as(example).containsExactly("text Hello");
        }
    }

    @Test
    void theExampleWithASharedWindowIsRead() throws IOException {
        Wired wired = wired(KEPT);
        wired.receive(
                masked(FIN | RSV1 | 1, Frames.hex("f248cdc9c90700")),
                masked(FIN | RSV1 | 1, Frames.hex("f200110000")));
        assertThat(wired.told).containsExactly("text Hello", "text Hello");
    }

    @Test
    void withoutContextTheWindowIsNotShared() throws IOException {
        Wired wired = wired(ALONE);
        wired.receive(
                masked(FIN | RSV1 | 1, Frames.hex("f248cdc9c90700")),
                masked(FIN | RSV1 | 1, Frames.hex("f200110000")));
        assertThat(wired.told.get(0)).isEqualTo("text Hello");
        assertThat(wired.told.get(2)).startsWith("closed 1007");
    }

    @Test
    void anEmptyMessageIsOneByte() throws Exception {
        Wired wired = wired(KEPT);
        wired.receive(masked(FIN | RSV1 | 1, (byte) 0));
        assertThat(wired.told).containsExactly("text ");
        wired.connection.sendText("");
        assertThat(wired.left()).isEqualTo("c10100");
        wired.connection.sendText("");
        assertThat(wired.left()).isEqualTo("c10100");
    }

    @Test
    void fragmentsAreOneStream() throws IOException {
        byte[] all = deflate(LONG);
        for (int cut = 0; cut <= all.length; cut++) {
            Wired wired = wired(ALONE);
            wired.receive(
                    masked(RSV1 | 1, Arrays.copyOfRange(all, 0, cut)),
                    masked(FIN | 9),
                    masked(FIN, Arrays.copyOfRange(all, cut, all.length)));
            assertThat(wired.told).as("cut at " + cut).containsExactly("text " + LONG);
        }
    }

    @Test
    void partsAreToldAsTheyAreDecompressed() throws IOException {
        Wired wired = wired(ALONE).parts();
        wired.receive(masked(FIN | RSV1 | 1, deflate(LONG.repeat(50))));
        assertThat(String.join("", wired.told).replaceAll("(part|last) ", ""))
                .isEqualTo(LONG.repeat(50));
        assertThat(wired.told.size()).isGreaterThan(2);
    }

    @Test
    void aMessageMayBeAsItIs() throws IOException {
        assertThat(wired(ALONE).receive(Frames.text("plain")).told).containsExactly("text plain");
    }

    @Test
    void aBombIsRefusedBeforeItHasGrown() throws IOException {
        byte[] bomb = deflate(new Deflater(9, true), new byte[50_000_000]);
        Wired wired = wired(ALONE);
        long before = used();
        wired.receive(masked(FIN | RSV1 | 2, bomb));
        assertThat(wired.told.get(1)).startsWith("closed 1009");
        assertThat(used() - before).isLessThan(10_000_000);
    }

    /** Bytes that this thread has taken so far. */
    private static long used() {
        return ((com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void theLimitHoldsForWhatIsDecompressed() throws IOException {
        Wired wired = new Wired(Role.SERVER, new Limits(1500, 1500, 0, 0, 1000, 1 << 20), ALONE);
        wired.receive(masked(FIN | RSV1 | 1, deflate(LONG)));
        assertThat(wired.told).containsExactly("text " + LONG);
        wired.receive(masked(FIN | RSV1 | 1, deflate(LONG + "!")));
        assertThat(wired.told.get(2)).startsWith("closed 1009");
    }

    @Test
    void whatCannotBeDecompressedIsRefused() throws IOException {
        Wired wired = wired(ALONE).receive(masked(FIN | RSV1 | 1, (byte) 0xFF, (byte) 0xFF));
        assertThat(wired.told.get(1)).startsWith("closed 1007");
    }

    @Test
    void decompressedTextIsUtf8() throws IOException {
        Wired wired = wired(ALONE);
        wired.receive(
                masked(
                        FIN | RSV1 | 1,
                        deflate(new Deflater(-1, true), new byte[] {'a', (byte) 0xFF})));
        assertThat(wired.told.get(1)).startsWith("closed 1007");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatLeavesCanBeRead(boolean kept) throws Exception {
        Wired wired = wired(kept ? KEPT : ALONE);
        Inflater inflater = new Inflater(true);
        int first = 0;
        for (int i = 0; i < 3; i++) {
            wired.connection.sendText(VARIED + i);
            byte[] frame = wired.bytes.left();
            assertThat(frame[0]).isEqualTo((byte) (FIN | RSV1 | 1));
            assertThat(inflate(inflater, frame)).isEqualTo(VARIED + i);
            if (i == 0) {
                first = frame.length;
            } else if (kept) {
                assertThat(frame.length).isLessThan(first / 2);
            } else {
                assertThat(frame.length).isGreaterThan(first / 2);
            }
            if (!kept) {
                inflater.reset();
            }
        }
    }

    @Test
    void aShortMessageAloneIsSentAsItIs() throws IOException {
        Wired wired = wired(ALONE);
        wired.connection.sendText("short");
        assertThat(wired.left()).isEqualTo("810573686f7274");
    }

    @Test
    void partsLeaveAsFragmentsOfOneStream() throws Exception {
        Wired wired = wired(ALONE);
        wired.connection.sendTextPart("one ", false);
        wired.connection.sendTextPart("", false);
        wired.connection.sendTextPart("two", false);
        wired.connection.sendTextPart("", true);
        byte[] frames = wired.bytes.left();
        assertThat(frames[0]).isEqualTo((byte) (RSV1 | 1));
        assertThat(inflate(new Inflater(true), frames)).isEqualTo("one two");
        Wired client = new Wired(Role.CLIENT, Limits.DEFAULT, ALONE).receive(frames);
        assertThat(client.told).containsExactly("text one two");
    }

    @Test
    void nothingIsHeldBetweenMessagesWithoutContext() throws IOException {
        long lent = Buffers.HEAP.outstanding() + Buffers.DIRECT.outstanding();
        Wired wired = wired(ALONE);
        wired.receive(masked(FIN | RSV1 | 1, deflate(LONG)));
        wired.connection.sendText(LONG);
        assertThat(Buffers.HEAP.outstanding() + Buffers.DIRECT.outstanding()).isEqualTo(lent);
    }
}
