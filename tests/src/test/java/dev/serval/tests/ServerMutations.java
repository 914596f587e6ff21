package dev.serval.tests;

import dev.serval.http.Refusal;

/** {@link Mutations} of what answers, and keeps or ends a connection. Stateless. */
final class ServerMutations {
    private static final String HTTP = "connectors/src/main/java/dev/serval/http/";
    private static final String HTTP1 = "connectors/src/main/java/dev/serval/http1/";
    private static final String SERVER = "server/src/main/java/dev/serval/";

    private ServerMutations() {}

    static void add(Mutations list) {
        connections(list);
        responses(list);
        resources(list);
        pages(list);
    }

    private static void pages(Mutations list) {
        list.in(SERVER + "files/FileCache.java", PageSourcesTest.class);
        list.off(
                "what the application says to be a page is no file",
                null,
                "|| pages.test(path)",
                "");
        list.in(SERVER + "servlet/registration/PageSources.java", PageSourcesTest.class);
        list.off(
                "the source of a page may be spelt otherwise",
                null,
                "|| isSource(cut.toLowerCase(Locale.ROOT))",
                "");
        list.off("the page of a servlet is no file", null, "files.contains(path) ||", "");
        list.in(SERVER + "webdav/TreeOperations.java", PageSourcesTest.class);
        list.off("no directory becomes one of pages", null, "call.files().isSource(target) ||", "");
        list.in(SERVER + "files/DefaultServlet.java", PageSourcesTest.class);
        list.off(
                "the page that answers for others is no source",
                null,
                "return find(cache.site().fallback(), DispatcherType.REQUEST);",
                "return cache.file(cache.site().fallback());");
    }

    private static void connections(Mutations list) {
        list.in(HTTP1 + "Http1Connection.java", Rule22TimeoutsTest.class);
        list.off(
                "a head comes in time",
                Refusal.HEADER_TIMEOUT,
                "Math.max(1, until - millis())",
                "http.connectionTimeout");
        list.off(
                "rule 11: the answer arrives",
                null,
                "return clientMaySend || connection.input().remaining() > 0 ? startLinger() :"
                        + " Next.CLOSE;",
                "return Next.CLOSE;",
                Rfc9112Section9_6TearDownTest.class);
        list.off(
                "a host that the connection is not for",
                Refusal.MISDIRECTED,
                "return hosts == null || hosts.test(stream.parser.recorder().head().host());",
                "return true;",
                TlsTest.class);
        list.in("connectors/src/main/java/dev/serval/connector/Connector.java", TlsTest.class);
        list.off(
                "plain text on a port of TLS",
                Refusal.PLAIN_TEXT,
                "connection -> protocols.refuse(connection, Refusal.PLAIN_TEXT),",
                "protocols::plain,");
        list.in(HTTP1 + "Http1Stream.java", Rfc9112Section3_2HostTest.class);
        list.off(
                "rule 11: a refusal ends the connection",
                null,
                "return refusal != null && refusal.endsConnection();",
                "return false;",
                Rfc9112Section3_2RequestTargetTest.class);
        list.in(HTTP1 + "BodyReader.java", Rfc9110Section10_1_1ExpectTest.class);
        list.off(
                "a client that waits is told",
                null,
                "http.encoder.interim(connection().output(), 100, new Fields());",
                "http.encoder.interim(connection().output(), 102, new Fields());");
        list.off(
                "nobody knows whether the body comes",
                null,
                "broken || expects && !decoder.ended();",
                "broken;");
        list.by(Rfc9112Section9_3PersistenceTest.class);
        list.in(HTTP + "Persistence.java", Rfc9112Section9_3PersistenceTest.class);
        list.off("close wins", null, "if (has(head, CLOSE_OPTION)) {", "if (false) {");
        list.off(
                "HTTP/1.0 is not kept unasked",
                null,
                "return asked(head) ? KEEP_ANNOUNCED : CLOSE;",
                "return KEEP_ANNOUNCED;");
        list.off(
                "options are in any case",
                null,
                "if (Ascii.equalsIgnoreCase(bytes, from, to, option)) {",
                "if (Ascii.equals(bytes, from, to, option)) {");
    }

    private static void responses(Mutations list) {
        list.in(HTTP + "Response.java", Rfc9110Section6MessageTest.class);
        list.off(
                "a 204 and a 304 have no content",
                null,
                "boolean noContent = status == 204 || status == 304;",
                "boolean noContent = status == 304;");
        list.off(
                "a 304 has no content",
                null,
                "boolean noContent = status == 204 || status == 304;",
                "boolean noContent = status == 204;");
        list.off(
                "an answer to HEAD has no content",
                null,
                "|| status == 205 || request.method() == Method.HEAD;",
                "|| status == 205;");
        list.off(
                "a 205 has no content",
                null,
                "declared = 0;\n        }\n        boolean open",
                "}\n        boolean open");
        list.off(
                "no chunks for HTTP/1.0",
                null,
                "} else if (request.version() == HttpVersion.HTTP_1_0) {",
                "} else if (false) {",
                Rfc9112Section2_3VersionTest.class);
        list.off(
                "rule 7: a response that is too short is cut",
                null,
                "if (!bodyless && declared >= 0 && written != declared) {",
                "if (false) {",
                Rfc9112Section8IncompleteMessagesTest.class);
        list.in(HTTP + "Completion.java", Rfc9110Section6MessageTest.class);
        list.other(
                "a failure of the server is a 500",
                Refusal.FAILURE,
                "            if (!response.committed()) {\n",
                "            if (false) {\n",
                "dev.serval.connector.ConnectorContractTest");
        list.in(HTTP1 + "ResponseEncoder.java", Rfc9110Section6MessageTest.class);
        list.off("every response has a Date", null, ".put(dateLine)", "");
        list.off(
                "an application does not frame a response",
                null,
                "|| name == FieldName.CONNECTION",
                "",
                Rfc9112Section9_3PersistenceTest.class);
        list.in(HTTP + "Fields.java", Rfc9112Section11SecurityTest.class);
        list.off(
                "rule 17: a value does not split a response",
                null,
                "if (c < ' ' && c != '\\t' || c == 127) {",
                "if (false) {");
        list.in(HTTP + "FieldName.java", Rfc9112Section11SecurityTest.class);
        list.off(
                "rule 17: nor does a name",
                null,
                "if (c <= ' ' || c >= 127 ||",
                "if (false && c >= 127 ||");
        list.in(SERVER + "valve/report/FailurePage.java", ErrorPageTest.class);
        list.off("rule 17: error pages escape", null, "escape(text, page);", "page.append(text);");
    }

    private static void resources(Mutations list) {
        list.in(SERVER + "files/DirectoryRedirect.java", RedirectTest.class);
        list.other(
                "rule 16: a Location begins with one slash",
                null,
                "\"/\" + path.substring(slashes)",
                "path",
                "dev.serval.files.DirectoryRedirectTest");
        list.in(SERVER + "servlet/request/PathNormalizer.java", Rfc9110Section17SecurityTest.class);
        list.off(
                "no path above the root",
                Refusal.PATH,
                "if (slash < 0) {",
                "if (slash < 0) { return; } if (false) {");
        list.off(
                "no encoded slash",
                Refusal.PATH,
                "handling != EncodedSolidusHandling.REJECT,",
                "true,",
                Rfc9112Section3_2RequestTargetTest.class);
        list.off("no dot segment in disguise", Refusal.PATH, "if (disguised) {", "if (false) {");
        list.in(SERVER + "routing/Router.java", Rfc9110Section9MethodsTest.class);
        list.off(
                "TRACE is off",
                null,
                "if (head.method() == Method.TRACE && !file) {",
                "if (false) {");
        list.in(SERVER + "files/FileResponse.java", Rfc9110Section13ConditionalRequestsTest.class);
        list.off(
                "If-Match compares strongly",
                null,
                "EntityTags.anyMatches(asked.ifMatch(), file.etag(), true)",
                "EntityTags.anyMatches(asked.ifMatch(), file.etag(), false)");
        list.off(
                "If-None-Match compares weakly",
                null,
                "EntityTags.anyMatches(asked.ifNoneMatch(), file.etag(), false)",
                "EntityTags.anyMatches(asked.ifNoneMatch(), file.etag(), true)");
        list.off(
                "If-Range is exact",
                null,
                "return EntityTags.strongMatch(ifRange, file.etag());",
                "return true;");
        list.off(
                "a range counts for GET alone",
                null,
                "if (method == Method.GET && asked.range() != null &&",
                "if (asked.range() != null &&",
                Rfc9110Section14RangeTest.class);
    }
}
