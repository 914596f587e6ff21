package org.apache.tomcat.util.json;

/** Escapes texts for JSON strings (RFC 8259 §7). Stateless; called by applications. */
public final class JSONFilter {
    private JSONFilter() {}

    /** The characters for one character of a JSON string. */
    public static char[] escape(char c) {
        return escape(String.valueOf(c)).toCharArray();
    }

    /** The text as written between the quotes of a JSON string; null stays null. */
    public static String escape(String text) {
        return text == null ? null : escape((CharSequence) text).toString();
    }

    /** The same for any sequence. */
    public static CharSequence escape(CharSequence text) {
        return text == null ? null : escape(text, 0, text.length());
    }

    /**
     * The same for a part of a sequence.
     *
     * @param start of its first character
     * @param length in characters
     */
    public static CharSequence escape(CharSequence text, int start, int length) {
        StringBuilder escaped = new StringBuilder(length + 16);
        for (int i = start; i < start + length; i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> escaped.append('\\').append(c);
                case '\b' -> escaped.append("\\b");
                case '\f' -> escaped.append("\\f");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> {
                    if (c < ' ') {
                        escaped.append(String.format("\\u%04x", (int) c));
                    } else {
                        escaped.append(c);
                    }
                }
            }
        }
        return escaped;
    }
}
