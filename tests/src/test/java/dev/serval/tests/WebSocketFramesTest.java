package dev.serval.tests;

import static dev.serval.tests.RawSocket.FIN;
import static dev.serval.tests.RawSocket.RSV1;
import static dev.serval.tests.RawSocket.frame;
import static dev.serval.tests.RawSocket.masked;
import static dev.serval.tests.RawSocket.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6455 §5 to §8 as a client sees it: bytes there, frames back. */
@OnSixWires
final class WebSocketFramesTest {
    private static final String MIXED = "a\u00e9\u20ac\uD83D\uDE00\u0000\u07FF\u0800\uFFFF";

    @TempDir static Path temp;
    private static SocketServer sockets;
    @Parameter ServletUnderTest server;

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) throws Exception {
        sockets = new SocketServer(server, temp);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        sockets.close();
    }

    private static RawSocket open() throws IOException {
        return sockets.open("/echo");
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return bytes;
    }

    // ---- §5.2: lengths

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 124, 125, 126, 127, 65534, 65535, 65536, 65537, 1 << 20})
    void messagesOfEveryLengthComeBack(int length) throws IOException {
        try (RawSocket socket = open()) {
            byte[] payload = bytes(length);
            socket.send(masked(FIN | 2, payload));
            RawSocket.Frame binary = socket.frame();
            assertThat(binary.first()).isEqualTo(FIN | 2);
            assertThat(binary.payload()).isEqualTo(payload);
            socket.send(text("x".repeat(length)));
            assertThat(socket.next()).isEqualTo("text " + "x".repeat(length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {125, 126, 65535, 65536})
    void everyByteOfALengthMayComeAlone(int length) throws IOException {
        try (RawSocket socket = open()) {
            byte[] whole = masked(FIN | 2, bytes(length));
            socket.drip(Arrays.copyOf(whole, 16)).send(Arrays.copyOfRange(whole, 16, whole.length));
            assertThat(socket.frame().payload()).isEqualTo(bytes(length));
        }
    }

    @Test
    void aMessageBeyondTheLimitIsRefusedByItsLengthAlone() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(frame(FIN | 2, true, 127, (1 << 20) + 1));
            assertThat(socket.next()).isEqualTo("close 1009");
            socket.ends();
        }
    }

    // ---- §5.1, §5.2, §5.4, §5.5: what breaks a rule

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("§5.1: no mask", frame(FIN | 1, false, 1, 1, (byte) 'a')),
                Arguments.of("§5.1: no mask, ping", frame(FIN | 9, false, 0, 0)),
                Arguments.of("§5.1: no mask, close", frame(FIN | 8, false, 0, 0)),
                Arguments.of("§5.2: RSV1", masked(FIN | RSV1 | 1, (byte) 'a')),
                Arguments.of("§5.2: RSV2", masked(FIN | 0x20 | 1, (byte) 'a')),
                Arguments.of("§5.2: RSV3", masked(FIN | 0x10 | 2, (byte) 'a')),
                Arguments.of("§5.2: all of them", masked(FIN | 0x70 | 1, (byte) 'a')),
                Arguments.of("§5.2: RSV1 of a ping", masked(FIN | RSV1 | 9)),
                Arguments.of("§5.2: RSV2 of a close", masked(FIN | 0x20 | 8)),
                Arguments.of("§5.2: opcode 3", masked(FIN | 3)),
                Arguments.of("§5.2: opcode 7", masked(FIN | 7, (byte) 'a')),
                Arguments.of("§5.2: opcode 11", masked(FIN | 11)),
                Arguments.of("§5.2: opcode 15", masked(FIN | 15, (byte) 'a')),
                Arguments.of("§5.2: 125 by two bytes", frame(FIN | 2, true, 126, 125)),
                Arguments.of("§5.2: 65535 by eight", frame(FIN | 2, true, 127, 65535)),
                Arguments.of("§5.2: 2^63", frame(FIN | 2, true, 127, Long.MIN_VALUE)),
                Arguments.of("§5.5: a ping of 126", frame(FIN | 9, true, 126, 126)),
                Arguments.of("§5.5: a pong of 65536", frame(FIN | 10, true, 127, 65536)),
                Arguments.of("§5.5: a close of 126", frame(FIN | 8, true, 126, 126)),
                Arguments.of("§5.5: a fragment of a ping", masked(9)),
                Arguments.of("§5.5: a fragment of a close", masked(8)),
                Arguments.of("§5.4: a continuation of nothing", masked(FIN, (byte) 'a')),
                Arguments.of("§5.4: a fragment of nothing", masked(0)),
                Arguments.of(
                        "§5.4: a text within a text",
                        RawSocket.join(masked(1, (byte) 'a'), text("b"))),
                Arguments.of(
                        "§5.4: a binary within a text",
                        RawSocket.join(masked(1, (byte) 'a'), masked(2, (byte) 'b'))),
                Arguments.of(
                        "§5.4: a continuation behind the last",
                        RawSocket.join(masked(FIN | 10), masked(FIN, (byte) 'a'))),
                Arguments.of("§5.5.1: half a code", masked(FIN | 8, (byte) 3)));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void whateverBreaksARuleEndsTheConnection(String rule, byte[] frame) throws IOException {
        try (RawSocket socket = open()) {
            socket.send(frame);
            assertThat(socket.next()).as(rule).isEqualTo("close 1002");
            socket.ends();
        }
        try (RawSocket socket = open()) {
            socket.send(text("before"), frame, text("behind"));
            assertThat(socket.next()).isEqualTo("text before");
            assertThat(socket.next()).as(rule).isEqualTo("close 1002");
            socket.ends();
        }
    }

    // ---- §5.4, §5.5: fragments, and control frames between them

    /** One ping at a time: a later pong may stand for an earlier one (§5.5.3). */
    static Stream<Arguments> fragments() {
        return Stream.of(
                Arguments.of(
                        new byte[][] {
                            masked(1, (byte) 'a'),
                            masked(FIN | 9, (byte) 1),
                            masked(0),
                            masked(FIN | 10, (byte) 2),
                            masked(0, (byte) 'b'),
                            masked(FIN, (byte) 'c'),
                            text("d")
                        },
                        new String[] {"pong 01", "text abc", "text d"}),
                Arguments.of(
                        new byte[][] {
                            masked(FIN | 10),
                            masked(2, (byte) 4),
                            masked(FIN | 10, bytes(125)),
                            masked(FIN | 9, bytes(125)),
                            masked(FIN)
                        },
                        new String[] {
                            "pong " + HexFormat.of().formatHex(bytes(125)), "binary 04"
                        }));
    }

    @ParameterizedTest
    @MethodSource("fragments")
    void controlFramesMayStandBetweenFragments(byte[][] frames, String[] wanted)
            throws IOException {
        try (RawSocket whole = open();
                RawSocket single = open();
                RawSocket cut = open()) {
            whole.send(frames);
            for (byte[] frame : frames) {
                single.send(frame);
            }
            cut.drip(RawSocket.join(frames));
            for (String line : wanted) {
                assertThat(whole.next()).isEqualTo(line);
                assertThat(single.next()).isEqualTo(line);
                assertThat(cut.next()).isEqualTo(line);
            }
        }
    }

    @Test
    void aMessageMayHaveAThousandFragments() throws IOException {
        byte[][] frames = new byte[1001][];
        frames[0] = masked(1, (byte) 'x');
        Arrays.fill(frames, 1, 1000, masked(0, (byte) 'x'));
        frames[1000] = masked(FIN);
        try (RawSocket socket = open()) {
            socket.send(frames);
            assertThat(socket.next()).isEqualTo("text " + "x".repeat(1000));
        }
    }

    @Test
    void manyMessagesOfOneWriteComeBackInTheirOrder() throws IOException {
        byte[][] frames = new byte[300][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = text("message " + i);
        }
        try (RawSocket socket = open()) {
            socket.send(frames);
            for (int i = 0; i < frames.length; i++) {
                assertThat(socket.next()).isEqualTo("text message " + i);
            }
        }
    }

    /** A client should wait for the answer; its frames are not lost if it does not. */
    @Test
    void framesRightBehindTheRequestCount() throws IOException {
        byte[] frames = RawSocket.join(text("early"), masked(FIN | 9, (byte) 7));
        try (RawSocket socket = sockets.openBefore(frames, "/echo")) {
            assertThat(socket.next()).isEqualTo("text early");
            assertThat(socket.next()).isEqualTo("pong 07");
        }
    }

    // ---- §8.1: UTF-8

    @Test
    void charactersMayBeCutBetweenFragments() throws IOException {
        byte[] bytes = MIXED.getBytes(StandardCharsets.UTF_8);
        try (RawSocket socket = open()) {
            for (int cut = 0; cut <= bytes.length; cut++) {
                socket.send(
                        masked(1, Arrays.copyOf(bytes, cut)),
                        masked(FIN | 9, (byte) cut),
                        masked(FIN, Arrays.copyOfRange(bytes, cut, bytes.length)));
                assertThat(socket.frame().payload()).containsExactly(cut);
                assertThat(socket.next()).as("cut at " + cut).isEqualTo("text " + MIXED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "c0af",
                "c1bf",
                "c328",
                "e080af",
                "eda080",
                "edbfbf",
                "f0808080",
                "f4908080",
                "f5808080",
                "fe",
                "ff",
                "61c3",
                "e282",
                "f09f98"
            })
    void whatIsNoUtf8EndsTheConnection(String hex) throws IOException {
        byte[] bytes = HexFormat.of().parseHex(hex);
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | 1, bytes));
            assertThat(socket.next()).isEqualTo("close 1007");
            socket.ends();
        }
        // By the last fragment, if not by the first.
        try (RawSocket socket = open()) {
            socket.send(masked(1, bytes), masked(FIN, (byte) 'a'));
            assertThat(socket.next()).isEqualTo("close 1007");
            socket.ends();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "61c328", "eda0", "f490", "c0"})
    void itIsRefusedAsSoonAsThatIsCertain(String hex) throws IOException {
        try (RawSocket socket = open()) {
            // Neither the frame nor the message is whole.
            byte[] bytes = Arrays.copyOf(HexFormat.of().parseHex(hex), 100);
            byte[] frame = masked(1, bytes);
            socket.send(Arrays.copyOf(frame, 6 + hex.length() / 2));
            assertThat(socket.next()).isEqualTo("close 1007");
            socket.ends();
        }
    }

    @Test
    void binariesAreNotLookedAt() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | 2, (byte) 0xFF, (byte) 0xC0));
            assertThat(socket.next()).isEqualTo("binary ffc0");
        }
    }

    // ---- §7: the end

    @ParameterizedTest
    @ValueSource(
            ints = {
                1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999,
                4000, 4999
            })
    void aCloseIsAnsweredWithItsCode(int code) throws IOException {
        try (RawSocket socket = open()) {
            socket.send(RawSocket.close(code, "because"), text("behind it"));
            assertThat(socket.next()).isEqualTo("close " + code);
            socket.ends();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535})
    void aCodeThatMustNotBeSentIsRefused(int code) throws IOException {
        try (RawSocket socket = open()) {
            socket.send(RawSocket.close(code, "because"));
            assertThat(socket.next()).isEqualTo("close 1002");
            socket.ends();
        }
    }

    @Test
    void aCloseNeedsNoCode() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | 8));
            assertThat(socket.next()).isEqualTo("close");
            socket.ends();
        }
    }

    @Test
    void aReasonIsUtf8AndHasAtMost123Bytes() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(RawSocket.close(1000, "r".repeat(123)));
            assertThat(socket.next()).isEqualTo("close 1000");
            socket.ends();
        }
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | 8, (byte) 3, (byte) 0xE8, (byte) 0xC3));
            assertThat(socket.next()).isEqualTo("close 1007");
            socket.ends();
        }
    }

    @Test
    void aCloseMayStandWithinAMessage() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(1, (byte) 'a'), RawSocket.close(1001, ""));
            assertThat(socket.next()).isEqualTo("close 1001");
            socket.ends();
        }
    }

    @Test
    void whoeverIsClosedMayStillSpeakUntilItAnswers() throws IOException {
        try (RawSocket socket = sockets.open("/log")) {
            socket.send(text("close"));
            assertThat(socket.next()).isEqualTo("close 4001");
            socket.send(text("on its way"), RawSocket.close(4001, ""));
            socket.ends();
        }
    }

    @Test
    void aStreamThatEndsWithoutACloseIsTheEnd() throws IOException {
        for (byte[] last : new byte[][] {text("a"), masked(1, (byte) 'a')}) {
            try (RawSocket socket = open()) {
                socket.send(text("first"), last).finish();
                assertThat(socket.next()).isEqualTo("text first");
                if (last[0] < 0) {
                    assertThat(socket.next()).isEqualTo("text a");
                }
                socket.ends();
            }
        }
    }
}
