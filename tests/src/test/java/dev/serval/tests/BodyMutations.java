package dev.serval.tests;

import dev.serval.http.Refusal;

/** {@link Mutations} of what reads bodies. Stateless. */
final class BodyMutations {
    private static final String HTTP = "connectors/src/main/java/dev/serval/http/";
    private static final String HTTP1 = "connectors/src/main/java/dev/serval/http1/";

    private BodyMutations() {}

    static void add(Mutations list) {
        bodies(list);
    }

    private static void bodies(Mutations list) {
        list.in(HTTP1 + "ChunkLine.java", Rfc9112Section7_1ChunkedTest.class);
        list.off(
                "rule 4: a size has a digit",
                Refusal.CHUNK,
                "case SIZE -> length > 0 ? afterPart(b) : null;",
                "case SIZE -> afterPart(b);");
        list.off(
                "rule 4: a size does not overflow",
                Refusal.CHUNK,
                "|| size > Long.MAX_VALUE >> 4) {",
                "|| false) {");
        list.off(
                "rule 4: a size has so many digits",
                Refusal.CHUNK,
                "if (++length > MOST_DIGITS ||",
                "if (++length > 1_000_000 ||");
        list.off(
                "rule 4: the line ends in CRLF",
                Refusal.CHUNK,
                "case LF -> b == '\\n' ? ChunkLineState.COMPLETE : null;",
                "case LF -> ChunkLineState.COMPLETE;");
        list.off(
                "rule 4: no bare LF ends the line",
                Refusal.CHUNK,
                "return b == '\\r' ? ChunkLineState.LF : null;",
                "return b == '\\r' ? ChunkLineState.LF : b == '\\n' ? ChunkLineState.COMPLETE : null;");
        list.off(
                "rule 4: no white space around a size",
                Refusal.CHUNK,
                "return b == '\\r' ? ChunkLineState.LF : null;",
                "return b == '\\r' ? ChunkLineState.LF : Ascii.isBlank(b) ? state : null;");
        list.off(
                "rule 4: a quoted string has no control characters",
                Refusal.CHUNK,
                "default -> Ascii.isQuoted(b) ? ChunkLineState.QUOTED : null;",
                "default -> ChunkLineState.QUOTED;");
        list.off(
                "rule 4: nor has an escape",
                Refusal.CHUNK,
                "case ESCAPE -> Ascii.isField(b) ? ChunkLineState.QUOTED : null;",
                "case ESCAPE -> ChunkLineState.QUOTED;");
        list.off(
                "rule 4: an extension has a name",
                Refusal.CHUNK,
                "if (length == 0) {\n            return null;",
                "if (length == 0) {\n            return afterPart(b);");
        list.off(
                "rule 5: bytes of extensions",
                Refusal.EXTENSION_TOO_LARGE,
                "if (state != ChunkLineState.LF && ++extensions > mostExtensions) {",
                "if (false) {");
        list.in(HTTP1 + "BodyDecoder.java", Rfc9112Section7_1ChunkedTest.class);
        list.off(
                "rule 4: the data end in CRLF",
                Refusal.CHUNK,
                "if (seen != wanted) {",
                "if (false) {");
        list.in(HTTP1 + "TrailerSection.java", Rfc9112Section7_1ChunkedTest.class);
        list.off(
                "rule 5: bytes of trailers",
                Refusal.TRAILER_TOO_LARGE,
                "int taken = Math.min(wanted, mostBytes + EMPTY_LINE - size);",
                "int taken = wanted;");
        list.off(
                "rule 5: number of trailers",
                Refusal.TRAILER_TOO_LARGE,
                "if (++count > mostFields) {",
                "if (++count > 1_000_000) {");
        list.off(
                "rule 5: a trailer that would change the message is dropped",
                null,
                "if (Trailers.isForbidden(",
                "if (false && Trailers.isForbidden(",
                TrailersTest.class);
        list.in(HTTP + "ReceivedBody.java", Rfc9112Section8IncompleteMessagesTest.class);
        list.off(
                "rule 7: a cut body is not a whole one",
                Refusal.BODY_CUT,
                "throw new BodyException(Refusal.BODY_CUT, \"The client closed the connection\");",
                "return -1;");
        list.by(Rule22TimeoutsTest.class);
        list.off(
                "a body comes in time",
                Refusal.BODY_TIMEOUT,
                "Refusal.BODY_TIMEOUT,\n",
                "Refusal.BODY_CUT,\n");
        list.in(HTTP1 + "BodyReader.java", Rfc9112Section6_3MessageBodyTest.class);
        list.off(
                "rule 6: a body that could not be read ends the connection",
                null,
                "return broken || expects",
                "return expects");
        list.in(HTTP1 + "Http1Stream.java", Rfc9112Section6_3MessageBodyTest.class);
        list.off(
                "rule 6: so much is swallowed, and no more",
                null,
                "return most >= 0 && body.remainingKnown() > most;",
                "return false;");
        list.in(HTTP1 + "Http1Connection.java", Rfc9112Section6_3MessageBodyTest.class);
        list.off(
                "rule 6: an unread body is no request",
                null,
                "if (!stream.bodyLeft()) {\n                return nextRequest();",
                "if (true) {\n                return nextRequest();");
        list.off(
                "rule 6: a malformed unread body ends the connection",
                null,
                """
                            // The response was sent; what follows on this connection cannot be trusted.
                            release();
                            return startLinger();
                """,
                """
                            return idle(connection.input());
                """);
    }
}
