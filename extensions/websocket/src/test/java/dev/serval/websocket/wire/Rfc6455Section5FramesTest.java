package dev.serval.websocket.wire;

import static dev.serval.websocket.wire.Frames.FIN;
import static dev.serval.websocket.wire.Frames.RSV1;
import static dev.serval.websocket.wire.Frames.frame;
import static dev.serval.websocket.wire.Frames.masked;
import static dev.serval.websocket.wire.Frames.unmasked;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6455 §5: what comes in frames, whole and byte by byte. */
final class Rfc6455Section5FramesTest {
    private static final Limits LARGE = new Limits(1 << 20, 1 << 20, 0, 0, 1000, 1 << 20);

    private static Wired server() {
        return new Wired(Role.SERVER, LARGE, null);
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("§5.1: no mask", unmasked(FIN | 1, (byte) 'a')),
                Arguments.of("§5.1: no mask, ping", unmasked(FIN | 9)),
                Arguments.of("§5.2: RSV1", masked(FIN | RSV1 | 1, (byte) 'a')),
                Arguments.of("§5.2: RSV2", masked(FIN | 0x20 | 1, (byte) 'a')),
                Arguments.of("§5.2: RSV3", masked(FIN | 0x10 | 1, (byte) 'a')),
                Arguments.of("§5.2: RSV3 of a ping", masked(FIN | 0x10 | 9)),
                Arguments.of("§5.2: opcode 3", masked(FIN | 3)),
                Arguments.of("§5.2: opcode 7", masked(FIN | 7)),
                Arguments.of("§5.2: opcode 11", masked(FIN | 11)),
                Arguments.of("§5.2: opcode 15", masked(FIN | 15)),
                Arguments.of("§5.2: 125 in 2 bytes", frame(FIN | 2, 0x80, 126, 125, new byte[125])),
                Arguments.of("§5.2: 0 in 2 bytes", frame(FIN | 2, 0x80, 126, 0)),
                Arguments.of(
                        "§5.2: 65535 in 8 bytes",
                        frame(FIN | 2, 0x80, 127, 65535, new byte[65535])),
                Arguments.of("§5.2: 2^63", frame(FIN | 2, 0x80, 127, Long.MIN_VALUE)),
                Arguments.of("§5.2: 2^64-1", frame(FIN | 2, 0x80, 127, -1)),
                Arguments.of("§5.5: a fragment of a ping", masked(9)),
                Arguments.of("§5.5: a fragment of a close", masked(8)),
                Arguments.of("§5.5: a ping of 126", masked(FIN | 9, new byte[126])),
                Arguments.of("§5.5: a pong of 126", masked(FIN | 10, new byte[126])),
                Arguments.of("§5.4: a continuation of nothing", masked(FIN, (byte) 'a')),
                Arguments.of("§5.4: a fragment of nothing", masked(0, (byte) 'a')));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void refusesWhatBreaksARule(String rule, byte[] frame) throws IOException {
        for (boolean whole : new boolean[] {true, false}) {
            Wired wired = server();
            if (whole) {
                wired.receive(frame, Frames.text("behind it"));
            } else {
                wired.receiveByteByByte(frame, Frames.text("behind it"));
            }
            assertThat(wired.told).as(rule).hasSize(2);
            assertThat(wired.told.get(0)).startsWith("failed RFC 6455 §5");
            assertThat(wired.told.get(1)).startsWith("closed 1002");
            assertThat(wired.left()).startsWith("88").matches("88..03ea.*");
            assertThat(wired.bytes.closed).isTrue();
        }
    }

    @Test
    void refusesAMessageWithinAnother() throws IOException {
        Wired wired = server().receive(masked(1, (byte) 'a'), Frames.text("b"));
        assertThat(wired.told.get(0)).contains("§5.4: a message within another");
        assertThat(wired.told.get(1)).startsWith("closed 1002");
    }

    @Test
    void aContinuationHasNoReservedBitOfItsOwn() throws IOException {
        Wired wired =
                new Wired(Role.SERVER, LARGE, new PerMessageDeflate(false, false, false))
                        .receive(masked(1, (byte) 'a'), masked(FIN | RSV1, (byte) 'b'));
        assertThat(wired.told.get(1)).startsWith("closed 1002");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 125, 126, 127, 16383, 16384, 65535, 65536, 100_000})
    void takesPayloadsOfEveryLength(int length) throws IOException {
        byte[] payload = new byte[length];
        for (int i = 0; i < length; i++) {
            payload[i] = (byte) (i * 31);
        }
        String wanted = "binary " + HexFormat.of().formatHex(payload);
        assertThat(server().receive(Frames.binary(payload)).told).containsExactly(wanted);
        assertThat(server().receiveByteByByte(Frames.binary(payload)).told).containsExactly(wanted);
        assertThat(new Wired(Role.CLIENT, LARGE, null).receive(unmasked(FIN | 2, payload)).told)
                .containsExactly(wanted);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 65535, 65536})
    void sendsTheShortestLength(int length) throws IOException {
        byte[] payload = new byte[length];
        Arrays.fill(payload, (byte) 'x');
        Wired wired = server();
        wired.connection.sendBinary(java.nio.ByteBuffer.wrap(payload));
        assertThat(wired.bytes.left()).isEqualTo(unmasked(FIN | 2, payload));
    }

    @Test
    void aClientMasksWithAKeyOfItsOwnForEachFrame() throws IOException {
        Wired client = new Wired(Role.CLIENT, LARGE, null);
        client.connection.sendText("Hello, world");
        byte[] first = client.bytes.left();
        client.connection.sendText("Hello, world");
        byte[] second = client.bytes.left();
        assertThat(first[1]).isEqualTo((byte) (0x80 | 12));
        assertThat(Arrays.copyOfRange(first, 2, 6)).isNotEqualTo(Arrays.copyOfRange(second, 2, 6));
        assertThat(server().receive(first, second).told)
                .containsExactly("text Hello, world", "text Hello, world");
    }

    @Test
    void aLargeMessageOfAClientIsMaskedInOnePiece() throws IOException {
        Wired client = new Wired(Role.CLIENT, LARGE, null);
        String text = "0123456789".repeat(9_999);
        client.connection.sendText(text);
        assertThat(server().receive(client.bytes.left()).told).containsExactly("text " + text);
    }

    @Test
    void aClientRefusesMaskedFrames() throws IOException {
        Wired client = new Wired(Role.CLIENT, LARGE, null).receive(Frames.text("a"));
        assertThat(client.told.get(0)).contains("§5.1: a masked frame");
        assertThat(client.told.get(1)).startsWith("closed 1002");
    }

    @Test
    void fragmentsMakeOneMessageWithControlFramesBetweenThem() throws IOException {
        byte[][] frames = {
            masked(1, (byte) 'a'),
            masked(FIN | 9, (byte) 1),
            masked(0),
            masked(FIN | 10, (byte) 2),
            masked(0, (byte) 'b'),
            masked(FIN | 9, (byte) 3),
            masked(FIN, (byte) 'c'),
            Frames.text("d")
        };
        Wired whole = server().receive(frames);
        assertThat(whole.told).containsExactly("pong 02", "text abc", "text d");
        assertThat(whole.left()).isEqualTo("8a01018a0103");
        Wired cut = server().receiveByteByByte(frames);
        assertThat(cut.told).containsExactly("pong 02", "text abc", "text d");
        assertThat(cut.left()).isEqualTo("8a01018a0103");
    }

    @Test
    void everyCutOfAFewFramesGivesTheSame() throws IOException {
        byte[] all =
                Frames.join(
                        masked(1, "é".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                        masked(FIN | 9, (byte) 9),
                        masked(FIN, new byte[130]),
                        Frames.binary());
        for (int cut = 0; cut <= all.length; cut++) {
            Wired wired = server();
            wired.receive(Arrays.copyOfRange(all, 0, cut));
            wired.receive(Arrays.copyOfRange(all, cut, all.length));
            assertThat(wired.told)
                    .as("cut at " + cut)
                    .containsExactly("text é" + "\0".repeat(130), "binary ");
            assertThat(wired.left()).isEqualTo("8a0109");
        }
    }

    @Test
    void partsAreToldAsTheyCome() throws IOException {
        Wired wired = server().parts();
        wired.receive(masked(2, (byte) 1), masked(0), masked(0, (byte) 2));
        assertThat(wired.told).containsExactly("part 01", "part 02");
        wired.receive(masked(FIN));
        assertThat(wired.told).containsExactly("part 01", "part 02", "last ");
    }

    @Test
    void aMessageBeyondTheLimitIsRefusedBeforeItComes() throws IOException {
        Wired wired = new Wired();
        byte[] frame = Frames.binary(new byte[8193]);
        wired.receive(Arrays.copyOf(frame, 8));
        assertThat(wired.told.get(1)).startsWith("closed 1009");
        assertThat(wired.left()).matches("88..03f1.*");
    }

    @Test
    void theLimitHoldsForAllFragmentsTogether() throws IOException {
        Wired wired = new Wired();
        wired.receive(masked(2, new byte[8000]), masked(0, new byte[192]));
        assertThat(wired.told).isEmpty();
        wired.receive(masked(FIN, (byte) 0));
        assertThat(wired.told.get(1)).startsWith("closed 1009");
    }

    @Test
    void partsHaveNoLimit() throws IOException {
        Wired wired = new Wired().parts();
        wired.receive(Frames.binary(new byte[100_000]));
        assertThat(wired.told.get(wired.told.size() - 1)).startsWith("last ");
    }

    @Test
    void theExamplesOfTheRfcAreRead() throws IOException {
        assertThat(server().receive(Frames.hex("81 85 37 fa 21 3d 7f 9f 4d 51 58")).told)
                .containsExactly("text Hello");
        assertThat(
                        new Wired(Role.CLIENT, LARGE, null)
                                .receive(Frames.hex("01 03 48 65 6c 80 02 6c 6f"))
                                .told)
                .containsExactly("text Hello");
    }
}
