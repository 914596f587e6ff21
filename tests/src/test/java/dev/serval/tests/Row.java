package dev.serval.tests;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One rule of an RFC and one input that it judges, with everything that a client sees: each
 * response, and how the stream ends. Behind the input stands, in the same write, a request for
 * another file: it is answered exactly when the connection is kept, so that no byte of the input is
 * ever taken for a request and none of that request for a part of the input. Immutable.
 *
 * @param section for example {@code RFC 9112 §3.2}
 * @param rule a sentence
 * @param turns what the client sends and then waits for, one after the other
 * @param end of the connection
 * @param overTls what is so over TLS instead; null if it is the same
 */
record Row(String section, String rule, List<Turn> turns, End end, Row overTls) {
    private static final String NEXT =
            ServerUnderTest.request("GET", "/style.css", "Connection: close");
    private static final Reply NEXT_ANSWER =
            Reply.status(200).content("body { color: black }\n").connection("close");
    private static final int MOST_SHOWN = 90;

    /** What happens behind the last response. */
    enum End {
        /** The next request is answered. */
        KEPT,
        /** The server closes, and says nothing of the next request. */
        CLOSED,
        /** The client says that nothing more will come; the server closes. */
        FINISHED,
        /** The same without a word of TLS about it. */
        TRUNCATED
    }

    /** Bytes that are sent at once, and the responses that come then. */
    record Turn(String sent, List<Reply> replies) {
        Turn(String sent, Reply... replies) {
            this(sent, List.of(replies));
        }
    }

    /** Everything that the client sends. */
    String input() {
        return turns.stream().map(Turn::sent).collect(Collectors.joining());
    }

    /** The last response; null if none is expected. */
    Reply reply() {
        List<Reply> replies = turns.get(turns.size() - 1).replies();
        return replies.isEmpty() ? null : replies.get(replies.size() - 1);
    }

    /** True if what the client sent is not accepted. */
    boolean refuses() {
        return reply() == null || reply().isRefusal();
    }

    void play(ServerUnderTest server) throws IOException {
        if (overTls != null && server.wire().tls()) {
            overTls.play(server);
            return;
        }
        try (RawClient client = server.connect()) {
            for (int i = 0; i < turns.size(); i++) {
                send(client, turns.get(i).sent(), i == turns.size() - 1);
                for (Reply reply : turns.get(i).replies()) {
                    reply.check(client, server.wire());
                }
            }
            if (end == End.KEPT) {
                NEXT_ANSWER.check(client, server.wire());
            }
            client.assertClosed();
        }
    }

    private void send(RawClient client, String sent, boolean last) throws IOException {
        boolean goesOn = end == End.KEPT || end == End.CLOSED;
        client.send(last && goesOn ? sent + NEXT : sent);
        if (last && end == End.FINISHED) {
            client.finish();
        } else if (last && end == End.TRUNCATED) {
            client.truncate();
        }
    }

    /** In one phrase, for the documentation. */
    String outcome() {
        String answer = reply() == null ? "no answer" : reply().outcome();
        String outcome = end == End.KEPT ? answer : answer + ", closed";
        return overTls == null ? outcome : outcome + "; over TLS " + overTls.outcome();
    }

    @Override
    public String toString() {
        return section + ": " + rule + " " + shown(input());
    }

    /** What can be printed on a line: control characters and long inputs are not. */
    private static String shown(String input) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < input.length() && text.length() < MOST_SHOWN; i++) {
            char c = input.charAt(i);
            switch (c) {
                case '\r' -> text.append("\\r");
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> text.append(c < ' ' || c > '~' ? "\\x" + Integer.toHexString(c) : c);
            }
        }
        return text.toString();
    }
}
