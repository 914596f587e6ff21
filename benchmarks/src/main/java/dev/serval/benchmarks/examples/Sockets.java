package dev.serval.benchmarks.examples;

import static dev.serval.benchmarks.examples.SocketVisitor.FIN;
import static dev.serval.benchmarks.examples.SocketVisitor.close;
import static dev.serval.benchmarks.examples.SocketVisitor.frame;
import static dev.serval.benchmarks.examples.SocketVisitor.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Talks to the endpoints of the application, on all servers alike. One thread. */
final class Sockets {
    static final String PATH = "/examples/websocket/";
    private static final List<String> ECHOES =
            List.of("echoAnnotation", "echoProgrammatic", "echoStreamAnnotation");
    private static final List<String> OTHERS = List.of("chat", "snake", "drawboard");
    private static final String VERSION = "Sec-WebSocket-Version: 13";
    private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    private static final String CONNECTION = "Connection: Upgrade";
    private static final String UPGRADE = "Upgrade: websocket";
    private static final List<String> ASK = List.of(CONNECTION, UPGRADE, VERSION, KEY);

    private final List<Integer> ports;
    private final Comparison comparison;

    /** What is done to one server, and what was heard. */
    interface Play {
        List<String> at(int port) throws IOException;
    }

    Sockets(List<Integer> ports, Comparison comparison) {
        this.ports = ports;
        this.comparison = comparison;
    }

    void talk() throws IOException {
        for (String path : ECHOES) {
            handshakes(path);
            echoes(path);
        }
        for (String path : OTHERS) {
            handshakes(path);
        }
        play("chat of two", SocketPlays::chat);
        play("a snake that turns", SocketPlays::snake);
        play("a drawing of two", SocketPlays::draw);
        play("a drawing that is too large", SocketPlays::drawTooMuch);
    }

    private void play(String what, Play play) throws IOException {
        List<List<String>> heard = new ArrayList<>();
        for (int port : ports) {
            heard.add(play.at(port));
        }
        comparison.add(what, heard);
    }

    static SocketVisitor open(int port, String path) throws IOException {
        return new SocketVisitor(port, "GET", PATH + path, ASK);
    }

    // ---- handshakes

    private void handshakes(String path) throws IOException {
        Map<String, List<String>> asks = new LinkedHashMap<>();
        asks.put("as it should be", ASK);
        asks.put("without a key", List.of(CONNECTION, UPGRADE, VERSION));
        asks.put("with a short key", List.of(CONNECTION, UPGRADE, VERSION, KEY + "dGhl"));
        asks.put("without a version", List.of(CONNECTION, UPGRADE, KEY));
        asks.put("of version 8", List.of(CONNECTION, UPGRADE, KEY, "Sec-WebSocket-Version: 8"));
        asks.put("without Connection", List.of(UPGRADE, VERSION, KEY));
        asks.put("without Upgrade", List.of("Connection: close", VERSION, KEY));
        asks.put(
                "with tokens in lists",
                List.of("Connection: keep-alive, upgrade", "Upgrade: WebSocket", VERSION, KEY));
        for (String extension :
                List.of(
                        "permessage-deflate",
                        "permessage-deflate; client_max_window_bits",
                        "permessage-deflate; unknown",
                        "permessage-deflate; server_max_window_bits=10",
                        "x-other; a=b, permessage-deflate")) {
            List<String> ask = new ArrayList<>(ASK);
            ask.add("Sec-WebSocket-Extensions: " + extension);
            asks.put("with " + extension, ask);
        }
        List<String> protocol = new ArrayList<>(ASK);
        protocol.add("Sec-WebSocket-Protocol: a, b");
        asks.put("with protocols", protocol);
        List<String> origin = new ArrayList<>(ASK);
        origin.add("Origin: https://elsewhere.example");
        asks.put("from another origin", origin);
        for (Map.Entry<String, List<String>> ask : asks.entrySet()) {
            play(
                    path + ", a handshake " + ask.getKey(),
                    port -> handshake(port, "GET", path, ask.getValue()));
        }
        play(path + ", a handshake by POST", port -> handshake(port, "POST", path, ASK));
    }

    private static List<String> handshake(int port, String method, String path, List<String> fields)
            throws IOException {
        try (SocketVisitor visitor = new SocketVisitor(port, method, PATH + path, fields)) {
            Answer answer = visitor.answer();
            List<String> heard = new ArrayList<>();
            heard.add("status " + answer.status());
            for (String field :
                    List.of(
                            "Upgrade",
                            "Sec-WebSocket-Accept",
                            "Sec-WebSocket-Protocol",
                            "Sec-WebSocket-Version",
                            "Sec-WebSocket-Extensions")) {
                heard.add(field + ": " + answer.field(field));
            }
            return heard;
        }
    }

    // ---- echoes

    private void echoes(String path) throws IOException {
        for (int length : List.of(0, 1, 125, 126, 127, 8191, 8192, 8193, 65535, 65536, 100_000)) {
            orderly(
                    path,
                    "a text of " + length,
                    text("\u00e9".repeat(length / 2) + "x".repeat(length % 2)));
            orderly(path, "a binary of " + length, frame(FIN | 2, new byte[length]));
        }
        orderly(path, "a long text", text("Gr\u00fc\u00dfe \uD83D\uDC08"), text("and another"));
        orderly(
                path,
                "fragments and pings",
                frame(1, (byte) 'a', (byte) 0xC3),
                frame(FIN | 9, (byte) 1),
                frame(0, (byte) 0xA9),
                frame(0),
                frame(FIN | 10),
                frame(FIN, (byte) 'b'),
                text("c"));
        orderly(path, "a binary in fragments", frame(2, new byte[10]), frame(FIN, new byte[9000]));
        orderly(path, "the largest ping", frame(FIN | 9, new byte[125]));
        for (int code : List.of(1000, 1001, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 4999)) {
            broken(path, "closed with " + code, close(code, "bye"));
        }
        for (int code : List.of(0, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65535)) {
            broken(path, "closed with " + code, close(code, ""));
        }
        broken(path, "closed without a code", frame(FIN | 8));
        broken(path, "closed with half a code", frame(FIN | 8, (byte) 3));
        broken(path, "closed for no text", frame(FIN | 8, (byte) 3, (byte) 0xE8, (byte) 0xC3));
        broken(path, "no mask", new byte[] {(byte) (FIN | 1), 1, 'a'});
        for (int bit : List.of(0x40, 0x20, 0x10)) {
            broken(path, "the reserved bit " + bit, frame(FIN | bit | 1, (byte) 'a'));
        }
        for (int opcode : List.of(3, 7, 11, 15)) {
            broken(path, "opcode " + opcode, frame(FIN | opcode));
        }
        broken(path, "a fragment of a ping", frame(9));
        broken(path, "a ping of 126", frame(FIN | 9, new byte[126]));
        broken(path, "a continuation of nothing", frame(FIN, (byte) 'a'));
        broken(path, "a message within another", frame(1, (byte) 'a'), text("b"));
        broken(
                path,
                "125 bytes with a longer length",
                new byte[] {(byte) (FIN | 2), (byte) 0xFE, 0, 1, 1, 1, 1, 1, 0});
        for (String bytes : List.of("ff", "c0af", "eda080", "f4908080", "c3", "e282")) {
            broken(path, "no text: " + bytes, frame(FIN | 1, hex(bytes)));
        }
    }

    private static byte[] hex(String digits) {
        return java.util.HexFormat.of().parseHex(digits);
    }

    /** Frames of a client that closes when everything has come back. */
    private void orderly(String path, String what, byte[]... frames) throws IOException {
        List<byte[]> all = new ArrayList<>(List.of(frames));
        all.add(close(1000, ""));
        broken(path, what, all.toArray(byte[][]::new));
    }

    /** Frames that the server answers with an end. */
    private void broken(String path, String what, byte[]... frames) throws IOException {
        play(
                path + ", " + what,
                port -> {
                    try (SocketVisitor visitor = open(port, path)) {
                        for (byte[] frame : frames) {
                            visitor.send(frame);
                        }
                        return visitor.rest();
                    }
                });
    }
}
