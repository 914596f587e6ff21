package dev.serval.tests;

/** {@link Mutations} of upgraded connections, and of what a WebSocket peer may do. Stateless. */
final class WebSocketMutations {
    private static final String WIRE =
            "extensions/websocket/src/main/java/dev/serval/websocket/wire/";
    private static final String SUITES = "dev.serval.websocket.wire.";
    private static final String FRAMES = SUITES + "Rfc6455Section5FramesTest";
    private static final String CLOSING = SUITES + "Rfc6455Section7ClosingTest";
    private static final String UTF_8 = SUITES + "Rfc6455Section8Utf8Test";
    private static final String DEFLATE = SUITES + "Rfc7692DeflateTest";
    private static final String SENDER = SUITES + "SenderTest";

    private WebSocketMutations() {}

    static void add(Mutations list) {
        upgraded(list);
        frames(list);
        messages(list);
        closing(list);
        sending(list);
        sessions(list);
    }

    private static void upgraded(Mutations list) {
        list.in(
                "server/src/main/java/dev/serval/servlet/async/UpgradedConnection.java",
                UpgradedBytesTest.class);
        list.off(
                "an upgraded connection is told of a stop",
                null,
                "if (!(handler instanceof GoingAwayListener) || cutAt - System.nanoTime() <= 0) {",
                "if (true) {");
        list.off(
                "a handler of an upgraded connection that fails ends it",
                null,
                "                failed(what, e);\n            }\n            close();",
                "                failed(what, e);\n            }");
        list.off(
                "a turn that an upgraded connection asks for comes",
                null,
                "event(() -> turnAsked = true);",
                "event(() -> turnAsked = false);");
        list.other(
                "the end of an upgraded connection blocks no other",
                null,
                "        asked.set(true);\n        upgrades.last(() -> turns.now(this::end));",
                "        asked.set(true);\n        turns.now(this::end);",
                "dev.serval.servlet.async.LastTurnsTest");
        list.in("connectors/src/main/java/dev/serval/http1/Http1Stream.java", null);
        list.off(
                "the times of a request are not those of an upgraded connection",
                null,
                "body.passThrough();",
                "",
                UpgradedBytesTest.class);
    }

    private static void frames(Mutations list) {
        list.in(WIRE + "FrameReader.java", null);
        rule(list, "frames of clients are masked", "(second & MASKED) != 0 == masked,", "true,");
        rule(list, "reserved bits are 0", "(first & RSV2_3) == 0", "true");
        rule(
                list,
                "opcodes are known",
                "require(Opcode.isKnown(opcode), \"§5.2: an unknown opcode\");",
                "");
        rule(
                list,
                "control frames come in one piece",
                "require(fin, \"§5.5: a control frame in fragments\");",
                "");
        rule(
                list,
                "control frames are small",
                "!Opcode.isControl(opcode) || sizeCode <= MOST_OF_CONTROL,",
                "true,");
        rule(list, "messages do not mix", "inMessage == (opcode == Opcode.CONTINUATION),", "true,");
        rule(
                list,
                "a length has no more bytes than it needs",
                "length > (sizeCode == SIZE ? 0xFFFF : MOST_OF_CONTROL),",
                "true,");
        list.in(WIRE + "Masking.java", null);
        rule(list, "a client's key is not foreseen", "return KEYS.nextInt();", "return 7;");
    }

    private static void rule(Mutations list, String rule, String snippet, String replacement) {
        list.other("WebSocket: " + rule, null, snippet, replacement, FRAMES);
    }

    private static void messages(Mutations list) {
        list.in(WIRE + "MessageReader.java", null);
        list.other(
                "WebSocket: a message that is too large is refused before it comes",
                null,
                "requireRoom(length);",
                "",
                FRAMES);
        list.other(
                "WebSocket: fragments count together",
                null,
                "if (more > mostBytes - (inParts ? 0 : size)) {",
                "if (more > mostBytes) {",
                FRAMES);
        list.other(
                "WebSocket: what was decompressed counts",
                null,
                "requireRoom(count);",
                "",
                DEFLATE);
        list.other(
                "WebSocket: the chars of a text count",
                null,
                "if (text && utf8.chars() > most) {",
                "if (false) {",
                UTF_8);
        list.other(
                "WebSocket: text is UTF-8",
                null,
                "if (text && !(utf8.accepts(bytes, offset, count) &&",
                "if (text && !((utf8.accepts(bytes, offset, count) || true) &&",
                UTF_8);
        list.other(
                "WebSocket: text does not end within a character",
                null,
                "(!last || utf8.incomplete() == 0)",
                "true",
                UTF_8);
        list.in(WIRE + "Utf8.java", null);
        list.other(
                "UTF-8 has one form of a character",
                null,
                "low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;",
                "low = 0x80;",
                UTF_8);
        list.other(
                "UTF-8 has no surrogates",
                null,
                "high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;",
                "high = 0xBF;",
                UTF_8);
        list.other(
                "UTF-8 begins a character by few bytes",
                null,
                "if (first < 0xC2 || first > 0xF4) {",
                "if (false) {",
                UTF_8);
    }

    private static void closing(Mutations list) {
        list.in(WIRE + "ClosePayload.java", null);
        list.other(
                "WebSocket: not every close code is sent",
                null,
                "if (!CloseCode.mayBeSent(code)) {",
                "if (false) {",
                CLOSING);
        list.other(
                "WebSocket: a reason is UTF-8",
                null,
                "if (!utf8.accepts(payload, 2, length) || utf8.incomplete() > 0) {",
                "if (false) {",
                CLOSING);
        list.in(WIRE + "WebSocketConnection.java", null);
        list.other(
                "WebSocket: the closing handshake ends in its time",
                null,
                "if (closesAt - now < 0) {",
                "if (false) {",
                CLOSING);
        list.other(
                "WebSocket: a message that stops halfway is given up",
                null,
                "} else if (frames.isWithin() && movement.idle(now) > Movement.STALLED_NANOS) {",
                "} else if (false) {",
                SENDER);
    }

    private static void sessions(Mutations list) {
        String rooms = "extensions/websocket/src/main/java/dev/serval/websocket/";
        list.in(rooms + "session/HttpSessionTies.java", WebSocketEndpointsTest.class);
        list.off(
                "WebSocket: the session of a user does not begin behind its HttpSession",
                null,
                "if (!ended) {",
                "if (true) {");
        list.in(rooms + "handshake/ServerHandshake.java", WebSocketEndpointsTest.class);
        list.off(
                "WebSocket: an HttpSession may end within the handshake",
                null,
                "if (request.getSession(false) == null) {",
                "if (false) {");
    }

    private static void sending(Mutations list) {
        list.in(WIRE + "WebSocketConnection.java", null);
        list.other(
                "WebSocket: a send ends in its time",
                null,
                "if (sender.isOverdue(movement.written(), now)) {",
                "if (false) {",
                SENDER);
        list.in(WIRE + "Sender.java", null);
        list.other(
                "WebSocket: what waits for a peer is bounded",
                null,
                "oldest != null && frame.size > bound - queued",
                "false",
                SENDER);
        list.other(
                "WebSocket: whoever sends without waiting never writes in place of a thread",
                null,
                "} else if (!fork()) {",
                "} else if (!fork()) { send(1); } else if (false) {",
                SENDER);
    }
}
