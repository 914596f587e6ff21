package dev.serval.servlet.request;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The parameters of a field like Content-Disposition (RFC 7578 §4.2). Stateless. */
final class DispositionText {
    private DispositionText() {}

    /**
     * The parameters by their names in lower case. A backslash in a quoted value stands for itself
     * unless a quote or another one follows: browsers send it in file names.
     */
    static Map<String, String> parameters(String value) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = value.indexOf(';');
        while (at >= 0 && at < value.length()) {
            int equals = value.indexOf('=', at);
            if (equals < 0) {
                return parameters;
            }
            String name = value.substring(at + 1, equals).trim().toLowerCase(Locale.ROOT);
            int from = equals + 1;
            while (from < value.length() && value.charAt(from) == ' ') {
                from++;
            }
            StringBuilder text = new StringBuilder();
            int end = from;
            if (from < value.length() && value.charAt(from) == '"') {
                end = quoted(value, from + 1, text);
                end = value.indexOf(';', end);
            } else {
                end = value.indexOf(';', from);
                text.append(value.substring(from, end < 0 ? value.length() : end).trim());
            }
            parameters.putIfAbsent(name, text.toString());
            at = end;
        }
        return parameters;
    }

    private static int quoted(String value, int from, StringBuilder text) {
        int i = from;
        while (i < value.length() && value.charAt(i) != '"') {
            char c = value.charAt(i++);
            if (c == '\\' && i < value.length() && "\"\\".indexOf(value.charAt(i)) >= 0) {
                c = value.charAt(i++);
            }
            text.append(c);
        }
        return Math.min(i + 1, value.length());
    }
}
