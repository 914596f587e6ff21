package dev.serval.tests;

import dev.serval.http.Refusal;

/** {@link Mutations} of what judges request lines and fields. Stateless. */
final class HeadMutations {
    private static final String HTTP = "connectors/src/main/java/dev/serval/http/";
    private static final String HTTP1 = "connectors/src/main/java/dev/serval/http1/";

    private HeadMutations() {}

    static void add(Mutations list) {
        lines(list);
        fields(list);
    }

    private static void lines(Mutations list) {
        list.in(HTTP1 + "RequestParser.java", Rfc9112Section2_2MessageParsingTest.class);
        list.off(
                "empty lines before a request",
                Refusal.REQUEST_LINE,
                "if (++emptyLines > MOST_EMPTY_LINES) {",
                "if (++emptyLines > 1_000_000) {");
        list.off(
                "rule 8: a bare LF before a request",
                Refusal.LINE_END,
                """
                            if (array[at] == '\\n') {
                                throw refuse(Refusal.LINE_END, array);
                            }
                """,
                """
                            if (array[at] == '\\n') {
                                at++;
                                return true;
                            }
                """);
        list.by(Rfc9112Section3RequestLineTest.class);
        list.off(
                "rule 8: one space behind the method",
                Refusal.REQUEST_LINE,
                "if (array[at] != ' ' || at == mark) {",
                "if (!Ascii.isBlank(array[at]) || at == mark) {");
        list.off(
                "rule 8: the method is a token",
                Refusal.METHOD_TOKEN,
                "if (array[at] != ' ' || at == mark) {",
                """
                while (at < end && array[at] != ' ') {
                    at++;
                }
                if (at == end) {
                    return false;
                }
                if (at == mark) {
                """);
        list.off(
                "rule 10: 414 for a long target",
                Refusal.TARGET_TOO_LONG,
                "longTarget ? Refusal.TARGET_TOO_LONG : Refusal.HEADERS_TOO_LARGE",
                "Refusal.HEADERS_TOO_LARGE");
        list.by(Rfc9112Section5FieldSyntaxTest.class);
        list.off(
                "rule 10: number of fields",
                Refusal.TOO_MANY_HEADERS,
                "if (++count > mostFields) {",
                "if (++count > 1_000_000) {");
        list.in(HTTP1 + "Http1.java", Rfc9112Section5FieldSyntaxTest.class);
        list.off(
                "rule 10: bytes of a head",
                Refusal.HEADERS_TOO_LARGE,
                "limits = config.limits();",
                """
                HttpLimits limits = config.limits();
                this.limits =
                        new HttpLimits(
                                1_000_000,
                                limits.maxHeaderCount(),
                                limits.maxTrailerSize(),
                                limits.maxExtensionSize(),
                                limits.maxSwallowSize());
                """);
        list.in(HTTP1 + "VersionSyntax.java", Rfc9112Section2_3VersionTest.class);
        list.off(
                "the name of the protocol",
                Refusal.VERSION_SYNTAX,
                "default -> seen == NAME[index] ? null : wrong(seen);",
                "default -> null;");
        list.off("another major version", Refusal.VERSION, "if (major != '1') {", "if (false) {");
        list.off(
                "rule 8: the LF behind the version",
                Refusal.LINE_END,
                "case 9 -> seen == '\\n' ? null : Refusal.LINE_END;",
                "case 9 -> null;",
                Rfc9112Section2_2MessageParsingTest.class);
        list.in(HTTP + "TargetForm.java", Rfc9112Section3_2RequestTargetTest.class);
        list.off(
                "no tunnels",
                Refusal.CONNECT,
                "if (method == Method.CONNECT) {",
                "if (method == Method.CONNECT && false) {");
        list.off(
                "the asterisk is for OPTIONS",
                Refusal.TARGET,
                "if (method != Method.OPTIONS) {",
                "if (false) {");
        list.off(
                "rule 9: an absolute target names a host",
                Refusal.TARGET,
                "|| !authority.hasHost()) {",
                "|| false) {");
    }

    private static void fields(Mutations list) {
        list.in(HTTP1 + "FieldParser.java", Rfc9112Section5FieldSyntaxTest.class);
        list.off(
                "rule 8: a name is a token",
                Refusal.FIELD_NAME,
                """
                            at = Ascii.skipToken(array, at, end);
                """,
                """
                            while (at < end && array[at] > ' ' && array[at] != ':') {
                                at++;
                            }
                """);
        list.off(
                "rule 8: a name is not empty",
                Refusal.FIELD_NAME,
                "if (array[at] != ':' || at == nameStart) {",
                "if (array[at] != ':') {");
        list.off(
                "rule 8: no white space before the colon",
                Refusal.FIELD_WHITESPACE,
                """
                            if (array[at] != ':' || at == nameStart) {
                                throw refuse(badName(array[at]), array);
                            }
                            nameEnd = at++;
                """,
                """
                            nameEnd = at;
                            at = Ascii.skipBlanks(array, at, end);
                            if (at == end || array[at] != ':' || nameEnd == nameStart) {
                                throw refuse(badName(array[at]), array);
                            }
                            at++;
                """);
        list.off(
                "rule 8: no folded value",
                Refusal.OBS_FOLD,
                "throw refuse(first ? Refusal.FIELD_WHITESPACE : Refusal.OBS_FOLD, array);",
                """
                if (first) {
                    throw refuse(Refusal.FIELD_WHITESPACE, array);
                }
                at = Ascii.skipField(array, at, end) + 2;
                return next(array, end);
                """);
        list.off(
                "rule 8: no white space before the first field",
                Refusal.FIELD_WHITESPACE,
                "throw refuse(first ? Refusal.FIELD_WHITESPACE : Refusal.OBS_FOLD, array);",
                """
                if (!first) {
                    throw refuse(Refusal.OBS_FOLD, array);
                }
                at = Ascii.skipBlanks(array, at, end);
                return next(array, end);
                """,
                Rfc9112Section2_2MessageParsingTest.class);
        list.off(
                "rule 8: no control characters in a value",
                Refusal.FIELD_VALUE,
                "at = Ascii.skipField(array, at, end);",
                "while (at < end && array[at] != '\\r' && array[at] != '\\n') { at++; }");
        list.off(
                "rule 8: no bare LF behind a value",
                Refusal.LINE_END,
                "throw refuse(array[at] == '\\n' ? Refusal.LINE_END : Refusal.FIELD_VALUE, array);",
                """
                if (array[at] != '\\n') {
                    throw refuse(Refusal.FIELD_VALUE, array);
                }
                valueEnd = at++;
                state = FieldState.LINE;
                first = false;
                return Outcome.FIELD;
                """,
                Rfc9112Section2_2MessageParsingTest.class);
        list.off(
                "rule 8: no CR without its LF",
                Refusal.LINE_END,
                "if (array[at + 1] != '\\n') {",
                "if (false) {",
                Rfc9112Section2_2MessageParsingTest.class);
        list.off(
                "rule 5: a malformed trailer",
                Refusal.TRAILER,
                "trailers ? Refusal.TRAILER : refusal",
                "refusal",
                Rfc9112Section7_1ChunkedTest.class);
        list.in(HTTP + "KnownFields.java", Rfc9112Section3_2HostTest.class);
        list.off(
                "rule 9: a Host there must be",
                Refusal.HOST,
                "if (!old && (hosts == 0 || !host.hasHost())) {",
                "if (false) {");
        list.off("rule 9: one Host", Refusal.HOST, "if (++hosts > 1) {", "if (++hosts > 2) {");
        list.off(
                "rule 9: a valid Host",
                Refusal.HOST,
                "if (!host.parse(array, start, end)) {",
                "if (!host.parse(array, start, end) && false) {");
        list.off(
                "rule 9: an absolute target wins",
                null,
                "if (hosts > 0 && !targetNamesHost) {",
                "if (hosts > 0) {",
                Rfc9112Section3_2RequestTargetTest.class);
        list.in(HTTP + "Authority.java", Rfc9112Section3_2HostTest.class);
        list.off(
                "rule 9: a valid port",
                Refusal.HOST,
                "return value > 0 && value <= MOST_PORT;",
                "return value > 0;");
        list.off(
                "rule 9: a valid address",
                Refusal.HOST,
                "|| !isIpv6(array, start + 1, close)) {",
                "|| false) {");
        list.off("rule 9: valid escapes", Refusal.HOST, "if (array[i] == '%'", "if (array[i] == 0");
        list.in(HTTP + "KnownFields.java", Rfc9112Section6_2ContentLengthTest.class);
        list.off("rule 2: digits", Refusal.CONTENT_LENGTH, "if (value < 0) {", "if (value < -1) {");
        list.off(
                "rule 2: all copies are equal",
                Refusal.CONTENT_LENGTH,
                "if (length >= 0 && length != value) {",
                "if (false) {");
        list.by(Rfc9112Section6_3MessageBodyTest.class);
        list.off(
                "rule 1: not both framings",
                Refusal.LENGTH_AND_CODING,
                "if (length >= 0) {",
                "if (false) {");
        list.by(Rfc9112Section6_1TransferEncodingTest.class);
        list.off(
                "rule 3: no coding in HTTP/1.0",
                Refusal.TRANSFER_CODING,
                "if (old) {",
                "if (false) {");
        list.off(
                "rule 3: an unknown coding",
                Refusal.UNKNOWN_CODING,
                "throw new HttpError(Refusal.UNKNOWN_CODING, \"other than chunked\");",
                "recorder.framing(Framing.CHUNKED, -1);");
        list.off(
                "rule 3: a malformed coding",
                Refusal.TRANSFER_CODING,
                "throw new HttpError(Refusal.TRANSFER_CODING, \"not exactly one chunked\");",
                "recorder.framing(Framing.CHUNKED, -1);");
        list.off(
                "another expectation",
                Refusal.EXPECTATION,
                "if (expectsOther && !old) {",
                "if (false) {",
                Rfc9110Section10_1_1ExpectTest.class);
        list.in(HTTP + "TransferCodings.java", Rfc9112Section6_1TransferEncodingTest.class);
        list.off(
                "rule 3: chunked is the last coding",
                Refusal.TRANSFER_CODING,
                "if (nameEnd == at || chunked) {",
                "if (nameEnd == at) {");
        list.off(
                "rule 3: chunked has no parameters",
                Refusal.TRANSFER_CODING,
                "array[next] == ';' && !isChunked) {",
                "array[next] == ';') {");
        list.in(
                "connectors/src/main/java/dev/serval/buffer/Ascii.java",
                Rfc9112Section6_2ContentLengthTest.class);
        list.off(
                "rule 2: a length fits a long",
                Refusal.CONTENT_LENGTH,
                "|| value > (Long.MAX_VALUE - digit) / 10) {",
                "|| false) {");
    }
}
