package dev.serval.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the parameters of an Authorization field (RFC 9110 §11.4). Stateless. */
final class AuthParameters {
    private static final String TOKEN = "!#$%&'*+-.^_`|~";

    private AuthParameters() {}

    /** Whether a request has an Authorization field of that scheme. */
    static boolean isOf(String scheme, HttpServletRequest request) {
        String field = request.getHeader("Authorization");
        return field != null && field.strip().split(" ", 2)[0].equalsIgnoreCase(scheme);
    }

    /** The parameters by their names in lower case; null for another scheme and if malformed. */
    static Map<String, String> parse(String scheme, String field) {
        if (!field.regionMatches(true, 0, scheme + " ", 0, scheme.length() + 1)) {
            return null;
        }
        Map<String, String> found = new HashMap<>();
        int at = scheme.length();
        while (true) {
            at = skip(field, at, " \t,");
            if (at == field.length()) {
                return found;
            }
            int start = at;
            at = token(field, at);
            String name = field.substring(start, at).toLowerCase(Locale.ROOT);
            at = skip(field, at, " \t");
            if (name.isEmpty() || at == field.length() || field.charAt(at) != '=') {
                return null;
            }
            at = skip(field, at + 1, " \t");
            StringBuilder value = new StringBuilder();
            at = value(field, at, value);
            // With two of one name it is unclear which one counts.
            if (at < 0 || found.put(name, value.toString()) != null) {
                return null;
            }
            at = skip(field, at, " \t");
            if (at < field.length() && field.charAt(at) != ',') {
                return null;
            }
        }
    }

    /** A token or a quoted-string; -1 if it is neither. */
    private static int value(String field, int from, StringBuilder into) {
        int at = from;
        if (at == field.length() || field.charAt(at) != '"') {
            at = token(field, from);
            into.append(field, from, at);
            return at == from ? -1 : at;
        }
        for (at++; at < field.length(); at++) {
            char c = field.charAt(at);
            if (c == '"') {
                return at + 1;
            }
            if (c == '\\') {
                at++;
                if (at == field.length()) {
                    return -1;
                }
                c = field.charAt(at);
            }
            into.append(c);
        }
        return -1;
    }

    private static int token(String field, int from) {
        int at = from;
        while (at < field.length()
                && (Character.isLetterOrDigit(field.charAt(at)) && field.charAt(at) < 128
                        || TOKEN.indexOf(field.charAt(at)) >= 0)) {
            at++;
        }
        return at;
    }

    private static int skip(String field, int from, String blanks) {
        int at = from;
        while (at < field.length() && blanks.indexOf(field.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /**
     * The name of the user: username, or username* (RFC 7616 §3.4.4); null if there is none, or a
     * hash.
     */
    static String userName(Map<String, String> fields) {
        String plain = fields.get("username");
        String extended = fields.get("username*");
        if ("true".equalsIgnoreCase(fields.get("userhash")) || plain != null && extended != null) {
            return null;
        }
        if (plain != null) {
            // Fields are read as ISO-8859-1, and the challenge says UTF-8.
            return new String(plain.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
        if (extended == null || !extended.regionMatches(true, 0, "UTF-8''", 0, 7)) {
            return null;
        }
        try {
            String encoded = extended.substring(7).replace("+", "%2B");
            return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null; // the client's error: it gets another challenge
        }
    }
}
