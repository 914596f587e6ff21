package dev.serval.websocket.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One entry of Sec-WebSocket-Extensions (RFC 6455 §9.1). Immutable.
 *
 * @param parameters in order; one may occur more than once
 */
public record ExtensionOffer(String name, List<Parameter> parameters) {
    /**
     * @param value without quotes; null if there is none
     */
    public record Parameter(String name, String value) {}

    public ExtensionOffer {
        parameters = List.copyOf(parameters);
    }

    /**
     * The offers in the fields of a head, the preferred one first.
     *
     * @throws IllegalArgumentException if the grammar is violated
     */
    public static List<ExtensionOffer> parse(Iterable<String> fields) {
        List<ExtensionOffer> offers = new ArrayList<>();
        for (String field : fields) {
            Cursor cursor = new Cursor(field);
            while (cursor.skipTo()) {
                offers.add(cursor.offer());
            }
        }
        return offers;
    }

    /** The same in lower case: the case of extension and parameter names does not matter. */
    ExtensionOffer lowerCase() {
        return new ExtensionOffer(
                name.toLowerCase(Locale.ROOT),
                parameters.stream()
                        .map(p -> new Parameter(p.name().toLowerCase(Locale.ROOT), p.value()))
                        .toList());
    }

    /** As in a field. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name);
        for (Parameter parameter : parameters) {
            text.append(';').append(parameter.name());
            if (parameter.value() != null) {
                text.append('=').append(parameter.value());
            }
        }
        return text.toString();
    }

    private static final class Cursor {
        private final String text;
        private int at;

        Cursor(String text) {
            this.text = text;
        }

        /** True if another entry begins; empty ones are ignored (RFC 9110 §5.6.1). */
        boolean skipTo() {
            while (at < text.length() && (isSpace() || text.charAt(at) == ',')) {
                at++;
            }
            return at < text.length();
        }

        ExtensionOffer offer() {
            String name = token();
            List<Parameter> parameters = new ArrayList<>();
            while (next(';')) {
                String parameter = token();
                parameters.add(new Parameter(parameter, next('=') ? value() : null));
            }
            if (at < text.length() && !next(',')) {
                throw malformed();
            }
            return new ExtensionOffer(name, parameters);
        }

        private boolean next(char wanted) {
            skipSpace();
            if (at < text.length() && text.charAt(at) == wanted) {
                at++;
                skipSpace();
                return true;
            }
            return false;
        }

        private String value() {
            if (at == text.length() || text.charAt(at) != '"') {
                return token();
            }
            // RFC 6455 §9.1: a quoted value has to be a token too.
            at++;
            String value = token();
            if (at == text.length() || text.charAt(at++) != '"') {
                throw malformed();
            }
            return value;
        }

        private String token() {
            int start = at;
            while (at < text.length() && isTokenChar(text.charAt(at))) {
                at++;
            }
            if (at == start) {
                throw malformed();
            }
            return text.substring(start, at);
        }

        private static boolean isTokenChar(char c) {
            return c >= '0' && c <= '9'
                    || c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }

        private void skipSpace() {
            while (at < text.length() && isSpace()) {
                at++;
            }
        }

        private boolean isSpace() {
            char c = text.charAt(at);
            return c == ' ' || c == '\t';
        }

        private IllegalArgumentException malformed() {
            return new IllegalArgumentException(
                    "RFC 6455 §9.1: Sec-WebSocket-Extensions, at character " + (at + 1));
        }
    }
}
