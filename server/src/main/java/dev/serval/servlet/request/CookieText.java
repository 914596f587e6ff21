package dev.serval.servlet.request;

import dev.serval.http.HttpDate;
import dev.serval.http.Refusal;
import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Cookies as they stand in fields (RFC 6265 §4.1.1, §5.4). Stateless. Quotes belong to a value (RFC
 * 6265 §5.2).
 */
public final class CookieText {
    private CookieText() {}

    /**
     * The cookies of all Cookie fields in their order. A malformed cookie is skipped, since another
     * application may have set it. Throws {@link BadRequest} when there are too many.
     *
     * @param most cookies that are allowed; less than 0 means no limit
     * @param namesAlone whether one without an equals sign is a name with an empty value
     */
    public static Cookie[] parse(List<String> fields, int most, boolean namesAlone) {
        List<Cookie> cookies = new ArrayList<>();
        for (String field : fields) {
            int at = 0;
            while (at < field.length()) {
                int end = field.indexOf(';', at);
                end = end < 0 ? field.length() : end;
                Cookie cookie = parseOne(field.substring(at, end).trim(), namesAlone);
                if (cookie != null) {
                    if (cookies.size() == most) {
                        throw new BadRequest(
                                Refusal.COOKIE,
                                "The request has more than " + most + " cookies.",
                                "maxCookieCount of the Connector");
                    }
                    cookies.add(cookie);
                }
                at = end + 1;
            }
        }
        return cookies.toArray(Cookie[]::new);
    }

    private static Cookie parseOne(String text, boolean namesAlone) {
        boolean alone = namesAlone && !text.isEmpty() && text.indexOf('=') < 0;
        String pair = alone ? text + "=" : text;
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            return null;
        }
        String name = pair.substring(0, equals).trim();
        String value = pair.substring(equals + 1).trim();
        if (!isToken(name) || !isValue(value)) {
            return null;
        }
        try {
            return new Cookie(name, decoded(value));
        } catch (IllegalArgumentException e) {
            // A name that the API reserves for attributes.
            return null;
        }
    }

    /** Fields have a char per byte; other than ASCII, applications and scripts write UTF-8. */
    private static String decoded(String value) {
        return value.chars().allMatch(c -> c < 128)
                ? value
                : new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String encoded(String value) {
        return value.chars().allMatch(c -> c < 128)
                ? value
                : new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /**
     * The value of a Set-Cookie field, a char per byte of UTF-8. Throws IllegalArgumentException if
     * the cookie has a character that RFC 6265 does not allow; characters beyond ASCII are
     * accepted.
     */
    static String format(Cookie cookie) {
        String value = cookie.getValue() == null ? "" : cookie.getValue();
        int bad = badCharacter(value);
        if (bad >= 0) {
            throw new IllegalArgumentException(
                    String.format(
                            "RFC 6265 §4.1.1: the value of cookie %s has the character U+%04X,"
                                    + " which is not allowed; encode it, for example by URLEncoder",
                            cookie.getName(), (int) value.charAt(bad)));
        }
        StringBuilder text = new StringBuilder(64).append(cookie.getName()).append('=');
        text.append(encoded(value));
        for (Map.Entry<String, String> attribute : cookie.getAttributes().entrySet()) {
            append(cookie, attribute.getKey(), attribute.getValue(), text);
        }
        return text.toString();
    }

    private static void append(Cookie cookie, String name, String value, StringBuilder text) {
        if (name.equalsIgnoreCase("Max-Age")) {
            int seconds = Integer.parseInt(value);
            if (seconds >= 0) {
                // RFC 6265 §4.1.1: Max-Age begins with 1 to 9.
                if (seconds > 0) {
                    text.append("; Max-Age=").append(seconds);
                }
                long expires = seconds == 0 ? 0 : System.currentTimeMillis() + seconds * 1000L;
                text.append("; Expires=").append(HttpDate.format(expires));
            }
            return;
        }
        boolean flag = name.equalsIgnoreCase("Secure") || name.equalsIgnoreCase("HttpOnly");
        if (flag && "false".equalsIgnoreCase(value)) {
            return;
        }
        if (!isToken(name) || value != null && !isAttributeValue(value)) {
            throw new IllegalArgumentException(
                    "RFC 6265 §4.1.1: attribute "
                            + name
                            + " of cookie "
                            + cookie.getName()
                            + " has a character that is not allowed");
        }
        text.append("; ").append(name);
        if (!flag && value != null && !value.isEmpty()) {
            text.append('=').append(value);
        }
    }

    private static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .noneMatch(
                                c -> c <= ' ' || c >= 127 || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0);
    }

    /**
     * The index of the first character that is no cookie octet (RFC 6265 §4.1.1), ignoring quotes
     * around the value; -1 if there is none.
     */
    private static int badCharacter(String value) {
        int last = value.length() - 1;
        boolean quoted = last > 0 && value.charAt(0) == '"' && value.charAt(last) == '"';
        for (int i = quoted ? 1 : 0; i < (quoted ? last : last + 1); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c == 127 || c == '"' || c == ',' || c == ';' || c == '\\') {
                return i;
            }
        }
        return -1;
    }

    /** Cookie octets (RFC 6265 §4.1.1); blanks, commas and quotes are what browsers do send. */
    private static boolean isValue(String text) {
        return text.chars().noneMatch(c -> c < ' ' || c == 127 || c == ';' || c > 255);
    }

    private static boolean isAttributeValue(String text) {
        return text.chars().noneMatch(c -> c < ' ' || c >= 127 || c == ';');
    }
}
