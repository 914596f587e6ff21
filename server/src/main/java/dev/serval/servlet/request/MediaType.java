package dev.serval.servlet.request;

/**
 * A Content-Type, taken apart for its charset (RFC 9110 §8.3.1). Immutable.
 *
 * @param text the value without its charset parameter
 * @param charset the charset as it was spelt; null if there is none
 */
record MediaType(String text, String charset) {
    private static final String CHARSET = "charset=";

    static MediaType parse(String value) {
        int semicolon = value.indexOf(';');
        if (semicolon < 0) {
            return new MediaType(value.trim(), null);
        }
        String text = value.substring(0, semicolon).trim();
        // Few have parameters beside the charset.
        StringBuilder others = null;
        String charset = null;
        int at = semicolon + 1;
        while (at <= value.length()) {
            int end = endOfParameter(value, at);
            while (at < end && value.charAt(at) <= ' ') {
                at++;
            }
            if (end - at >= CHARSET.length()
                    && value.regionMatches(true, at, CHARSET, 0, CHARSET.length())) {
                charset = unquote(value.substring(at + CHARSET.length(), end).trim());
            } else if (at < end) {
                others = others == null ? new StringBuilder(text) : others;
                others.append(';').append(value.substring(at, end).trim());
            }
            at = end + 1;
        }
        return new MediaType(
                others == null ? text : others.toString(),
                charset == null || charset.isEmpty() ? null : charset);
    }

    /**
     * The value of the field.
     *
     * @param charset null if there is none
     * @param spelt is returned if it is the same, as it mostly is; may be null
     */
    static String with(String text, String charset, String spelt) {
        if (charset == null) {
            return text;
        }
        int type = text.length();
        boolean same =
                spelt != null
                        && spelt.length() == type + 1 + CHARSET.length() + charset.length()
                        && spelt.startsWith(text)
                        && spelt.charAt(type) == ';'
                        && spelt.startsWith(CHARSET, type + 1)
                        && spelt.endsWith(charset);
        return same ? spelt : text + ";" + CHARSET + charset;
    }

    /** True if type and subtype are these, whatever the parameters. */
    boolean is(String essence) {
        int semicolon = text.indexOf(';');
        String own = semicolon < 0 ? text : text.substring(0, semicolon).trim();
        return own.equalsIgnoreCase(essence);
    }

    private static int endOfParameter(String value, int from) {
        boolean quoted = false;
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return value.length();
    }

    private static String unquote(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
