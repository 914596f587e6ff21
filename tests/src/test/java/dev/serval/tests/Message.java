package dev.serval.tests;

/** Builds the bytes of requests, a char per byte. Stateless. */
final class Message {
    private Message() {}

    /** Lines with their CRLF, and the empty line. */
    static String head(String... lines) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(line).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    /** A request line with a valid Host. */
    static String line(String requestLine) {
        return head(requestLine, "Host: localhost");
    }

    /** A GET of the servlet that shows what it gets, with these fields behind Host. */
    static String fields(String... fields) {
        return ServerUnderTest.request("GET", "/app/echo", fields);
    }

    static String get(String target, String... fields) {
        return ServerUnderTest.request("GET", target, fields);
    }

    /** A POST to the same servlet: field lines between CRLFs, then what is meant for a body. */
    static String post(String fields, String body) {
        return ServerUnderTest.request("POST", "/app/echo", fields) + body;
    }

    /** A POST of a chunked body, which is given as it is sent. */
    static String chunked(String body) {
        return post("Transfer-Encoding: chunked", body);
    }
}
