package dev.serval.valve.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads values of the field Forwarded (RFC 7239 §4). Owned by one call. */
final class ForwardedField {
    private final String text;
    private int at;

    private ForwardedField(String text) {
        this.text = text;
    }

    /** The elements in order; null if the value is malformed. */
    static List<ProxyHop> parse(String value) {
        ForwardedField field = new ForwardedField(value);
        List<ProxyHop> hops = new ArrayList<>();
        try {
            do {
                field.element(hops);
            } while (field.skip(','));
            return field.at == value.length() ? hops : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Pairs separated by semicolons; an empty element of the list does not count. */
    private void element(List<ProxyHop> hops) {
        blanks();
        int start = at;
        String node = "";
        String proto = null;
        String host = null;
        boolean any = false;
        do {
            blanks();
            if (at == text.length() || text.charAt(at) == ',' || text.charAt(at) == ';') {
                continue;
            }
            any = true;
            String name = token().toLowerCase(Locale.ROOT);
            if (!skip('=')) {
                throw new IllegalArgumentException();
            }
            String value = at < text.length() && text.charAt(at) == '"' ? quoted() : token();
            switch (name) {
                case "for" -> node = value;
                case "proto" -> proto = value;
                case "host" -> host = value;
                default -> {} // by, and future parameters
            }
            blanks();
        } while (skip(';'));
        if (any) {
            hops.add(new ProxyHop(text.substring(start, at).strip(), node, proto, host));
        }
    }

    private String token() {
        int start = at;
        while (at < text.length() && isToken(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw new IllegalArgumentException();
        }
        return text.substring(start, at);
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\' && ++at == text.length()) {
                break;
            }
            value.append(text.charAt(at));
        }
        if (!skip('"')) {
            throw new IllegalArgumentException();
        }
        return value.toString();
    }

    private void blanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private boolean skip(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    /** RFC 9110 §5.6.2, and characters that are often written without the necessary quotes. */
    private static boolean isToken(char c) {
        return c > ' ' && c < 127 && "\"(),/;<=>?@{}\\".indexOf(c) < 0;
    }
}
