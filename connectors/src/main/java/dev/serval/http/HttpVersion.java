package dev.serval.http;

/** The version of a message (RFC 9110 §2.5). Immutable. */
public enum HttpVersion {
    HTTP_1_0("HTTP/1.0"),
    HTTP_1_1("HTTP/1.1"),
    HTTP_2("HTTP/2.0");

    private final String text;

    HttpVersion(String text) {
        this.text = text;
    }

    /** The name as the Servlet API spells it, for example {@code HTTP/1.1}. */
    public String text() {
        return text;
    }
}
