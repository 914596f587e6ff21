package dev.serval.tests;

import static dev.serval.tests.RawSocket.FIN;
import static dev.serval.tests.RawSocket.RSV1;
import static dev.serval.tests.RawSocket.masked;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7692 as a client sees it, beside the JDK's own compressor. */
@OnSixWires
final class WebSocketDeflateTest {
    private static final String ALONE =
            "permessage-deflate;server_no_context_takeover;client_no_context_takeover";
    private static final String EXTENSIONS = "Sec-WebSocket-Extensions: ";

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
        return sockets.open("/echo", EXTENSIONS + "permessage-deflate");
    }

    /** What is sent of a message: without the end that every one has. */
    private static byte[] deflated(byte[] message) {
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(message);
        byte[] room = new byte[2 * message.length + 100];
        int count = deflater.deflate(room, 0, room.length, Deflater.SYNC_FLUSH);
        deflater.end();
        return Arrays.copyOf(room, count - 4);
    }

    private static byte[] deflated(String message) {
        return deflated(message.getBytes(StandardCharsets.UTF_8));
    }

    /** The next text, in one frame or several, each decompressed without those before it. */
    private static String text(RawSocket socket) throws IOException, DataFormatException {
        RawSocket.Frame frame = socket.frame();
        assertThat(frame.first() & 0xF).as(frame.toString()).isEqualTo(1);
        boolean compressed = (frame.first() & RSV1) != 0;
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(frame.payload());
        while ((frame.first() & FIN) == 0) {
            frame = socket.frame();
            assertThat(frame.first() & ~FIN).isZero();
            payload.writeBytes(frame.payload());
        }
        if (!compressed) {
            return payload.toString(StandardCharsets.UTF_8);
        }
        payload.writeBytes(new byte[] {0, 0, -1, -1});
        Inflater inflater = new Inflater(true);
        inflater.setInput(payload.toByteArray());
        byte[] room = new byte[2 << 20];
        int count = inflater.inflate(room);
        inflater.end();
        return new String(room, 0, count, StandardCharsets.UTF_8);
    }

    // ---- §5.1, §7.1: what is agreed on

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "permessage-deflate | " + ALONE,
                "permessage-deflate; server_no_context_takeover | " + ALONE,
                "permessage-deflate; client_no_context_takeover | " + ALONE,
                "permessage-deflate; client_no_context_takeover; server_no_context_takeover | "
                        + ALONE,
                "permessage-deflate; client_max_window_bits | " + ALONE,
                "permessage-deflate; client_max_window_bits=8 | " + ALONE,
                "permessage-deflate; client_max_window_bits=15 | " + ALONE,
                "permessage-deflate; client_max_window_bits=\"12\" | " + ALONE,
                "permessage-deflate; server_max_window_bits=15 | "
                        + ALONE
                        + ";server_max_window_bits=15",
                "permessage-deflate; server_max_window_bits=8 | none",
                "permessage-deflate; server_max_window_bits=14 | none",
                "permessage-deflate; server_max_window_bits | none",
                "permessage-deflate; server_max_window_bits=16 | none",
                "permessage-deflate; client_max_window_bits=7 | none",
                "permessage-deflate; server_no_context_takeover=1 | none",
                "permessage-deflate; unknown | none",
                "permessage-deflate; client_max_window_bits; client_max_window_bits | none",
                "permessage-deflate; server_max_window_bits=10, permessage-deflate | " + ALONE,
                "permessage-deflate; unknown, permessage-deflate; client_max_window_bits | "
                        + ALONE,
                "permessage-deflate, permessage-deflate | " + ALONE,
                "x-webkit-deflate-frame, permessage-deflate | " + ALONE,
                "permessage-bzip2 | none"
            })
    void theFirstOfferThatCanBeKeptIsAnswered(String offer, String answered) throws IOException {
        try (RawSocket socket = sockets.open("/echo", EXTENSIONS + offer)) {
            assertThat(socket.answer().field("Sec-WebSocket-Extensions")).isEqualTo(answered);
            // It is served, with or without.
            socket.send(RawSocket.text("hello"));
            assertThat(socket.next()).isEqualTo("text hello");
            socket.send(masked(FIN | RSV1 | 1, deflated("hello")));
            assertThat(socket.next()).isEqualTo(answered == null ? "close 1002" : "text hello");
        }
    }

    @Test
    void offersMayStandInSeveralFields() throws IOException {
        try (RawSocket socket =
                sockets.open(
                        "/echo",
                        EXTENSIONS
                                + "permessage-deflate; server_max_window_bits=9\r\n"
                                + EXTENSIONS
                                + "permessage-deflate")) {
            assertThat(socket.answer().field("Sec-WebSocket-Extensions")).isEqualTo(ALONE);
        }
    }

    // ---- §7.2: messages

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 1000, 65535, 65536, 1 << 20})
    void messagesOfEveryLengthComeBack(int length) throws Exception {
        // Some of it repeats, so that neither side has it short.
        StringBuilder message = new StringBuilder();
        for (int i = 0; message.length() < length; i++) {
            message.append(Integer.toString(i * i * 7919 & 0xFFFFFF, 36));
        }
        message.setLength(length);
        try (RawSocket socket = open()) {
            for (int i = 0; i < 3; i++) {
                socket.send(masked(FIN | RSV1 | 1, deflated(message.toString())));
                assertThat(text(socket)).isEqualTo(message.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f248cdc9c90700", // §7.2.3.1: one block
                "000500faff48656c6c6f00", // §7.2.3.3: not compressed
                "f348cdc9c9070000", // §7.2.3.4: BFINAL
                "f24805000000ffffcac9c90700" // §7.2.3.5: two blocks
            })
    void theExamplesOfTheRfcAreRead(String hex) throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | RSV1 | 1, HexFormat.of().parseHex(hex)));
            assertThat(socket.next()).isEqualTo("text Hello");
        }
    }

    @Test
    void fragmentsAreOneStreamWithControlFramesBetween() throws Exception {
        String message = "fragments of one stream ".repeat(50);
        byte[] all = deflated(message);
        try (RawSocket socket = open()) {
            for (int cut = 0; cut <= all.length; cut++) {
                socket.send(
                        masked(RSV1 | 1, Arrays.copyOf(all, cut)),
                        masked(FIN | 9, (byte) cut),
                        masked(0),
                        masked(FIN, Arrays.copyOfRange(all, cut, all.length)));
                assertThat(socket.frame().payload()).containsExactly(cut);
                assertThat(text(socket)).isEqualTo(message);
            }
        }
    }

    /** §7.1.1.2: the server has said that it remembers nothing of earlier messages. */
    @Test
    void aMessageThatRefersToAnEarlierOneEndsTheConnection() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | RSV1 | 1, HexFormat.of().parseHex("f248cdc9c90700")));
            assertThat(socket.next()).isEqualTo("text Hello");
            socket.send(masked(FIN | RSV1 | 1, HexFormat.of().parseHex("f200110000")));
            assertThat(socket.next()).isEqualTo("close 1007");
            socket.ends();
        }
    }

    @Test
    void onlyTheFirstFrameOfAMessageTellsThatItIsCompressed() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(RSV1 | 1, (byte) 0xF2), masked(FIN | RSV1, (byte) 0));
            assertThat(socket.next()).isEqualTo("close 1002");
            socket.ends();
        }
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | RSV1 | 9, (byte) 0));
            assertThat(socket.next()).isEqualTo("close 1002");
            socket.ends();
        }
    }

    @Test
    void whatCannotBeDecompressedEndsTheConnection() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | RSV1 | 2, (byte) 0xFF, (byte) 0xFF));
            assertThat(socket.next()).isEqualTo("close 1007");
            socket.ends();
        }
    }

    @Test
    void decompressedTextIsUtf8() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | RSV1 | 1, deflated(new byte[] {'a', (byte) 0xFF})));
            assertThat(socket.next()).isEqualTo("close 1007");
            socket.ends();
        }
    }

    @Test
    void theLimitOfMessagesHoldsForWhatIsDecompressed() throws IOException {
        try (RawSocket socket = open()) {
            socket.send(masked(FIN | RSV1 | 2, deflated(new byte[50_000_000])));
            assertThat(socket.next()).isEqualTo("close 1009");
            socket.ends();
        }
    }
}
