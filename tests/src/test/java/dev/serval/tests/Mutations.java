package dev.serval.tests;

import dev.serval.http.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of {@link Mutation}s: every {@link Refusal}, the security rules of the wire, and what
 * else binds a server. Whoever changes one of the lines changes it here, too. Immutable.
 */
final class Mutations {
    private static final String HTTP = "connectors/src/main/java/dev/serval/http/";
    private static final String HTTP1 = "connectors/src/main/java/dev/serval/http1/";
    private static final String SERVER = "server/src/main/java/dev/serval/";

    private final List<Mutation> all = new ArrayList<>();
    private String file;
    private Class<?> suite;

    private Mutations() {}

    static List<Mutation> all() {
        Mutations list = new Mutations();
        list.lines();
        list.fields();
        list.bodies();
        list.connections();
        list.responses();
        list.resources();
        return List.copyOf(list.all);
    }

    private void lines() {
        in(HTTP1 + "RequestParser.java", Rfc9112Section2_2MessageParsingTest.class);
        off(
                "empty lines before a request",
                Refusal.REQUEST_LINE,
                "if (++emptyLines > MOST_EMPTY_LINES) {",
                "if (++emptyLines > 1_000_000) {");
        off(
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
        suite = Rfc9112Section3RequestLineTest.class;
        off(
                "rule 8: one space behind the method",
                Refusal.REQUEST_LINE,
                "if (array[at] != ' ' || at == mark) {",
                "if (!Ascii.isBlank(array[at]) || at == mark) {");
        off(
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
        off(
                "rule 10: 414 for a long target",
                Refusal.TARGET_TOO_LONG,
                "longTarget ? Refusal.TARGET_TOO_LONG : Refusal.HEADERS_TOO_LARGE",
                "Refusal.HEADERS_TOO_LARGE");
        suite = Rfc9112Section5FieldSyntaxTest.class;
        off(
                "rule 10: number of fields",
                Refusal.TOO_MANY_HEADERS,
                "if (++count > mostFields) {",
                "if (++count > 1_000_000) {");
        in(HTTP1 + "Http1.java", Rfc9112Section5FieldSyntaxTest.class);
        off(
                "rule 10: bytes of a head",
                Refusal.HEADERS_TOO_LARGE,
                "this.limits = limits;",
                """
                this.limits =
                        new HttpLimits(
                                1_000_000,
                                limits.maxHeaderCount(),
                                limits.maxTrailerSize(),
                                limits.maxExtensionSize(),
                                limits.maxSwallowSize());
                """);
        in(HTTP1 + "VersionSyntax.java", Rfc9112Section2_3VersionTest.class);
        off(
                "the name of the protocol",
                Refusal.VERSION_SYNTAX,
                "default -> seen == NAME[index] ? null : wrong(seen);",
                "default -> null;");
        off("another major version", Refusal.VERSION, "if (major != '1') {", "if (false) {");
        off(
                "rule 8: the LF behind the version",
                Refusal.LINE_END,
                "case 9 -> seen == '\\n' ? null : Refusal.LINE_END;",
                "case 9 -> null;",
                Rfc9112Section2_2MessageParsingTest.class);
        in(HTTP1 + "TargetForm.java", Rfc9112Section3_2RequestTargetTest.class);
        off(
                "no tunnels",
                Refusal.CONNECT,
                "if (method == Method.CONNECT) {",
                "if (method == Method.CONNECT && false) {");
        off(
                "the asterisk is for OPTIONS",
                Refusal.TARGET,
                "if (method != Method.OPTIONS) {",
                "if (false) {");
        off(
                "rule 9: an absolute target names a host",
                Refusal.TARGET,
                "|| !authority.hasHost()) {",
                "|| false) {");
    }

    private void fields() {
        in(HTTP1 + "FieldParser.java", Rfc9112Section5FieldSyntaxTest.class);
        off(
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
        off(
                "rule 8: a name is not empty",
                Refusal.FIELD_NAME,
                "if (array[at] != ':' || at == nameStart) {",
                "if (array[at] != ':') {");
        off(
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
        off(
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
        off(
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
        off(
                "rule 8: no control characters in a value",
                Refusal.FIELD_VALUE,
                "at = Ascii.skipField(array, at, end);",
                "while (at < end && array[at] != '\\r' && array[at] != '\\n') { at++; }");
        off(
                "rule 8: no bare LF behind a value",
                Refusal.LINE_END,
                "throw refuse(array[at] == '\\n' ? Refusal.LINE_END : Refusal.FIELD_VALUE, array);",
                """
                if (array[at] != '\\n') {
                    throw refuse(Refusal.FIELD_VALUE, array);
                }
                valueEnd = at++;
                state = State.LINE;
                first = false;
                return Outcome.FIELD;
                """,
                Rfc9112Section2_2MessageParsingTest.class);
        off(
                "rule 8: no CR without its LF",
                Refusal.LINE_END,
                "if (array[at + 1] != '\\n') {",
                "if (false) {",
                Rfc9112Section2_2MessageParsingTest.class);
        off(
                "rule 5: a malformed trailer",
                Refusal.TRAILER,
                "trailers ? Refusal.TRAILER : refusal",
                "refusal",
                Rfc9112Section7_1ChunkedTest.class);
        in(HTTP1 + "KnownFields.java", Rfc9112Section3_2HostTest.class);
        off(
                "rule 9: a Host there must be",
                Refusal.HOST,
                "if (!old && (hosts == 0 || !host.hasHost())) {",
                "if (false) {");
        off("rule 9: one Host", Refusal.HOST, "if (++hosts > 1) {", "if (++hosts > 2) {");
        off(
                "rule 9: a valid Host",
                Refusal.HOST,
                "if (!host.parse(array, field.valueStart(), field.valueEnd())) {",
                "if (!host.parse(array, field.valueStart(), field.valueEnd()) && false) {");
        off(
                "rule 9: an absolute target wins",
                null,
                "if (hosts > 0 && !targetNamesHost) {",
                "if (hosts > 0) {",
                Rfc9112Section3_2RequestTargetTest.class);
        in(HTTP1 + "Authority.java", Rfc9112Section3_2HostTest.class);
        off(
                "rule 9: a valid port",
                Refusal.HOST,
                "return value > 0 && value <= MOST_PORT;",
                "return value > 0;");
        off(
                "rule 9: a valid address",
                Refusal.HOST,
                "|| !isIpv6(array, start + 1, close)) {",
                "|| false) {");
        off("rule 9: valid escapes", Refusal.HOST, "if (array[i] == '%'", "if (array[i] == 0");
        in(HTTP1 + "KnownFields.java", Rfc9112Section6_2ContentLengthTest.class);
        off("rule 2: digits", Refusal.CONTENT_LENGTH, "if (value < 0) {", "if (value < -1) {");
        off(
                "rule 2: all copies are equal",
                Refusal.CONTENT_LENGTH,
                "if (length >= 0 && length != value) {",
                "if (false) {");
        suite = Rfc9112Section6_3MessageBodyTest.class;
        off(
                "rule 1: not both framings",
                Refusal.LENGTH_AND_CODING,
                "if (length >= 0) {",
                "if (false) {");
        suite = Rfc9112Section6_1TransferEncodingTest.class;
        off("rule 3: no coding in HTTP/1.0", Refusal.TRANSFER_CODING, "if (old) {", "if (false) {");
        off(
                "rule 3: an unknown coding",
                Refusal.UNKNOWN_CODING,
                "throw new HttpError(Refusal.UNKNOWN_CODING, \"other than chunked\");",
                "recorder.framing(Framing.CHUNKED, -1);");
        off(
                "rule 3: a malformed coding",
                Refusal.TRANSFER_CODING,
                "throw new HttpError(Refusal.TRANSFER_CODING, \"not exactly one chunked\");",
                "recorder.framing(Framing.CHUNKED, -1);");
        off(
                "another expectation",
                Refusal.EXPECTATION,
                "if (expectsOther && !old) {",
                "if (false) {",
                Rfc9110Section10_1_1ExpectTest.class);
        in(HTTP1 + "TransferCodings.java", Rfc9112Section6_1TransferEncodingTest.class);
        off(
                "rule 3: chunked is the last coding",
                Refusal.TRANSFER_CODING,
                "if (nameEnd == at || chunked) {",
                "if (nameEnd == at) {");
        off(
                "rule 3: chunked has no parameters",
                Refusal.TRANSFER_CODING,
                "array[next] == ';' && !isChunked) {",
                "array[next] == ';') {");
        in(
                "connectors/src/main/java/dev/serval/buffer/Ascii.java",
                Rfc9112Section6_2ContentLengthTest.class);
        off(
                "rule 2: a length fits a long",
                Refusal.CONTENT_LENGTH,
                "|| value > (Long.MAX_VALUE - digit) / 10) {",
                "|| false) {");
    }

    private void bodies() {
        in(HTTP1 + "ChunkLine.java", Rfc9112Section7_1ChunkedTest.class);
        off(
                "rule 4: a size has a digit",
                Refusal.CHUNK,
                "case SIZE -> length > 0 ? afterPart(b) : null;",
                "case SIZE -> afterPart(b);");
        off(
                "rule 4: a size does not overflow",
                Refusal.CHUNK,
                "|| size > Long.MAX_VALUE >> 4) {",
                "|| false) {");
        off(
                "rule 4: a size has so many digits",
                Refusal.CHUNK,
                "if (++length > MOST_DIGITS ||",
                "if (++length > 1_000_000 ||");
        off(
                "rule 4: the line ends in CRLF",
                Refusal.CHUNK,
                "case LF -> b == '\\n' ? State.COMPLETE : null;",
                "case LF -> State.COMPLETE;");
        off(
                "rule 4: no bare LF ends the line",
                Refusal.CHUNK,
                "return b == '\\r' ? State.LF : null;",
                "return b == '\\r' ? State.LF : b == '\\n' ? State.COMPLETE : null;");
        off(
                "rule 4: no white space around a size",
                Refusal.CHUNK,
                "return b == '\\r' ? State.LF : null;",
                "return b == '\\r' ? State.LF : Ascii.isBlank(b) ? state : null;");
        off(
                "rule 4: a quoted string has no control characters",
                Refusal.CHUNK,
                "default -> Ascii.isQuoted(b) ? State.QUOTED : null;",
                "default -> State.QUOTED;");
        off(
                "rule 4: nor has an escape",
                Refusal.CHUNK,
                "case ESCAPE -> Ascii.isField(b) ? State.QUOTED : null;",
                "case ESCAPE -> State.QUOTED;");
        off(
                "rule 4: an extension has a name",
                Refusal.CHUNK,
                "if (length == 0) {\n            return null;",
                "if (length == 0) {\n            return afterPart(b);");
        off(
                "rule 5: bytes of extensions",
                Refusal.EXTENSION_TOO_LARGE,
                "if (state != State.LF && ++extensions > mostExtensions) {",
                "if (false) {");
        in(HTTP1 + "BodyDecoder.java", Rfc9112Section7_1ChunkedTest.class);
        off("rule 4: the data end in CRLF", Refusal.CHUNK, "if (seen != wanted) {", "if (false) {");
        in(HTTP1 + "TrailerSection.java", Rfc9112Section7_1ChunkedTest.class);
        off(
                "rule 5: bytes of trailers",
                Refusal.TRAILER_TOO_LARGE,
                "int taken = Math.min(wanted, mostBytes + EMPTY_LINE - size);",
                "int taken = wanted;");
        off(
                "rule 5: number of trailers",
                Refusal.TRAILER_TOO_LARGE,
                "if (++count > mostFields) {",
                "if (++count > 1_000_000) {");
        off(
                "rule 5: a trailer that would change the message is dropped",
                null,
                "if (Trailers.isForbidden(",
                "if (false && Trailers.isForbidden(",
                TrailersTest.class);
        in(HTTP1 + "Http1Stream.java", Rfc9112Section8IncompleteMessagesTest.class);
        off(
                "rule 7: a cut body is not a whole one",
                Refusal.BODY_CUT,
                "throw new BodyException(Refusal.BODY_CUT, \"The client closed the connection\");",
                "return -1;");
        suite = LimitsTest.class;
        off(
                "a body comes in time",
                Refusal.BODY_TIMEOUT,
                "Refusal.BODY_TIMEOUT, \"after",
                "Refusal.BODY_CUT, \"after");
        suite = Rfc9112Section6_3MessageBodyTest.class;
        off(
                "rule 6: so much is swallowed, and no more",
                null,
                "return most >= 0 && decoder.remainingKnown() > most;",
                "return false;");
        off("rule 6: a body that could not be read ends the connection", null, "|| broken\n", "");
        in(HTTP1 + "Http1Connection.java", Rfc9112Section6_3MessageBodyTest.class);
        off(
                "rule 6: an unread body is no request",
                null,
                "if (!stream.bodyLeft()) {\n                return nextRequest();",
                "if (true) {\n                return nextRequest();");
        off(
                "rule 6: a malformed unread body ends the connection",
                null,
                """
                            // The answer is on its way; what follows on this connection cannot be trusted.
                            release();
                            return startLinger();
                """,
                """
                            return idle(connection.input());
                """);
    }

    private void connections() {
        in(HTTP1 + "Http1Connection.java", LimitsTest.class);
        off(
                "a head comes in time",
                Refusal.HEADER_TIMEOUT,
                "Math.max(1, until - millis())",
                "http.connectionTimeout");
        off(
                "rule 11: the answer arrives",
                null,
                "return clientMaySend || connection.input().remaining() > 0 ? startLinger() :"
                        + " Next.CLOSE;",
                "return Next.CLOSE;",
                Rfc9112Section9_6TearDownTest.class);
        off(
                "a host that the connection is not for",
                Refusal.MISDIRECTED,
                "return hosts == null || hosts.test(stream.parser.recorder().head().host());",
                "return true;",
                TlsTest.class);
        in("connectors/src/main/java/dev/serval/connector/Connector.java", TlsTest.class);
        off(
                "plain text on a port of TLS",
                Refusal.PLAIN_TEXT,
                "connection -> http1.refuse(connection, Refusal.PLAIN_TEXT),",
                "http1::converse,");
        in(HTTP1 + "Http1Stream.java", Rfc9112Section3_2HostTest.class);
        off(
                "rule 11: a refusal ends the connection",
                null,
                "return refusal != null && refusal != Refusal.FAILURE;",
                "return false;",
                Rfc9112Section3_2RequestTargetTest.class);
        suite = Rfc9110Section10_1_1ExpectTest.class;
        off(
                "a client that waits is told",
                null,
                "http.encoder.interim(connection().output(), 100, new Fields());",
                "http.encoder.interim(connection().output(), 102, new Fields());");
        off(
                "nobody knows whether the body comes",
                null,
                "|| expects && !decoder.ended()",
                "|| false");
        suite = Rfc9112Section9_3PersistenceTest.class;
        in(HTTP + "Persistence.java", Rfc9112Section9_3PersistenceTest.class);
        off("close wins", null, "if (has(head, CLOSE_OPTION)) {", "if (false) {");
        off(
                "HTTP/1.0 is not kept unasked",
                null,
                "return asked(head) ? KEEP_ANNOUNCED : CLOSE;",
                "return KEEP_ANNOUNCED;");
        off(
                "options are in any case",
                null,
                "if (Ascii.equalsIgnoreCase(bytes, from, to, option)) {",
                "if (Ascii.equals(bytes, from, to, option)) {");
    }

    private void responses() {
        in(HTTP + "Exchange.java", Rfc9110Section6MessageTest.class);
        off(
                "a 204 and a 304 have no content",
                null,
                "boolean noContent = status == 204 || status == 304;",
                "boolean noContent = status == 304;");
        off(
                "a 304 has no content",
                null,
                "boolean noContent = status == 204 || status == 304;",
                "boolean noContent = status == 204;");
        off(
                "an answer to HEAD has no content",
                null,
                "|| status == 205 || request.method() == Method.HEAD;",
                "|| status == 205;");
        off(
                "a 205 has no content",
                null,
                "declared = 0;\n        }\n        if (noContent)",
                "}\n        if (noContent)");
        off(
                "no chunks for HTTP/1.0",
                null,
                "} else if (request.version() == HttpVersion.HTTP_1_0) {",
                "} else if (false) {",
                Rfc9112Section2_3VersionTest.class);
        off(
                "rule 7: a response that is too short is cut",
                null,
                "if (!bodyless && declared >= 0 && written != declared) {",
                "if (false) {",
                Rfc9112Section8IncompleteMessagesTest.class);
        other(
                "a failure of ours is a 500",
                Refusal.FAILURE,
                "            if (!committed) {\n                refuse(why);",
                "            if (false) {\n                refuse(why);",
                "dev.serval.connector.ConnectorContractTest");
        in(HTTP1 + "ResponseEncoder.java", Rfc9110Section6MessageTest.class);
        off("every response has a Date", null, ".put(dateLine)", "");
        off(
                "an application does not frame a response",
                null,
                "|| name == FieldName.CONNECTION",
                "",
                Rfc9112Section9_3PersistenceTest.class);
        in(HTTP + "Fields.java", Rfc9112Section11SecurityTest.class);
        off(
                "rule 17: a value does not split a response",
                null,
                "if (c < ' ' && c != '\\t' || c == 127) {",
                "if (false) {");
        in(HTTP + "FieldName.java", Rfc9112Section11SecurityTest.class);
        off(
                "rule 17: nor does a name",
                null,
                "if (c <= ' ' || c >= 127 ||",
                "if (false && c >= 127 ||");
        in(SERVER + "servlet/StatusPage.java", ErrorPageTest.class);
        off("rule 17: error pages escape", null, "escape(message, page);", "page.append(message);");
    }

    private void resources() {
        in(SERVER + "files/DirectoryRedirect.java", RedirectTest.class);
        other(
                "rule 16: a Location begins with one slash",
                null,
                "location.replace(0, slashes, \"/\");",
                "",
                "dev.serval.files.DirectoryRedirectTest");
        in(SERVER + "servlet/PathNormalizer.java", Rfc9110Section17SecurityTest.class);
        off(
                "no path above the root",
                Refusal.PATH,
                "if (slash < 0) {",
                "if (slash < 0) { return; } if (false) {");
        off("no encoded slash", Refusal.PATH, "if (c == '/') {", "if (false) {");
        off(
                "no dot segment in disguise",
                Refusal.PATH,
                "if (cut < next || segment.length() != cut - from) {",
                "if (false) {");
        in(SERVER + "routing/Router.java", Rfc9110Section9MethodsTest.class);
        off("TRACE is off", null, "if (head.method() == Method.TRACE && (", "if (false && (");
        in(SERVER + "files/FileResponse.java", Rfc9110Section13ConditionalRequestsTest.class);
        off(
                "If-Match compares strongly",
                null,
                "EntityTags.anyMatches(asked.ifMatch(), file.etag(), true)",
                "EntityTags.anyMatches(asked.ifMatch(), file.etag(), false)");
        off(
                "If-None-Match compares weakly",
                null,
                "EntityTags.anyMatches(asked.ifNoneMatch(), file.etag(), false)",
                "EntityTags.anyMatches(asked.ifNoneMatch(), file.etag(), true)");
        off(
                "If-Range is exact",
                null,
                "return EntityTags.strongMatch(ifRange, file.etag());",
                "return true;");
        off(
                "a range counts for GET alone",
                null,
                "if (method == Method.GET && asked.range() != null &&",
                "if (asked.range() != null &&",
                Rfc9110Section14RangeTest.class);
    }

    private void in(String file, Class<?> suite) {
        this.file = file;
        this.suite = suite;
    }

    private void off(String rule, Refusal refusal, String snippet, String replacement) {
        off(rule, refusal, snippet, replacement, suite);
    }

    private void off(
            String rule, Refusal refusal, String snippet, String replacement, Class<?> suite) {
        other(rule, refusal, snippet, replacement, suite.getName());
    }

    /** By a suite of another module. */
    private void other(
            String rule, Refusal refusal, String snippet, String replacement, String suite) {
        Wire wire = suite.equals(TlsTest.class.getName()) ? Wire.NIO_TLS : Wire.NIO;
        all.add(new Mutation(rule, refusal, file, snippet, replacement, suite, wire));
    }
}
