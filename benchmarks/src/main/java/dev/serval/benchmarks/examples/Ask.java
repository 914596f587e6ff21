package dev.serval.benchmarks.examples;

import java.nio.charset.StandardCharsets;

/**
 * A request of a visit. Immutable.
 *
 * @param body of a form; null if there is none
 */
record Ask(String method, String target, String body) {
    static Ask get(String target) {
        return new Ask("GET", target, null);
    }

    /** Without the query. */
    String path() {
        return target.replaceAll("\\?.*", "");
    }

    /** As it goes over the wire; every server hears the same host, whatever its port. */
    byte[] request(String cookies) {
        StringBuilder text = new StringBuilder();
        text.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        text.append("Host: localhost\r\nConnection: close\r\nUser-Agent: visitor\r\n");
        text.append("Accept: text/html\r\nAccept-Language: en\r\n");
        if (!cookies.isEmpty()) {
            text.append("Cookie: ").append(cookies).append("\r\n");
        }
        if (body != null) {
            text.append("Content-Type: application/x-www-form-urlencoded\r\n");
            text.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        text.append("\r\n").append(body == null ? "" : body);
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return method + " " + target + (body == null ? "" : " with " + body);
    }
}
