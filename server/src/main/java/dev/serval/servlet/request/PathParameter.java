package dev.serval.servlet.request;

import dev.serval.http.RequestHead;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Parameters of the last segment of a raw path: {@code /a/b;name=value;other}. Stateless. */
public final class PathParameter {
    private PathParameter() {}

    /** The same of the path of a request; makes no text of a path without any. */
    static String of(RequestHead head, String name) {
        byte[] bytes = head.bytes();
        for (int i = head.pathStart(); i < head.pathEnd(); i++) {
            if (bytes[i] == ';') {
                return of(head.rawPath(), name);
            }
        }
        return null;
    }

    /** The decoded value of the first parameter with that name; null if there is none. */
    public static String of(String path, String name) {
        int at = path.indexOf(';', path.lastIndexOf('/') + 1);
        while (at >= 0) {
            int next = path.indexOf(';', at + 1);
            String parameter = path.substring(at + 1, next < 0 ? path.length() : next);
            int equals = parameter.indexOf('=');
            if (equals > 0 && decode(parameter.substring(0, equals)).equals(name)) {
                return decode(parameter.substring(equals + 1));
            }
            at = next;
        }
        return null;
    }

    /** Text that is not an escape stays unchanged. */
    private static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
