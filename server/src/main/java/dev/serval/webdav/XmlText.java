package dev.serval.webdav;

/** Text in responses. Stateless. */
final class XmlText {
    private XmlText() {}

    /** Escapes text and attributes; what XML 1.0 cannot hold becomes a question mark. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '<' -> escaped.append("&lt;");
                                case '>' -> escaped.append("&gt;");
                                case '&' -> escaped.append("&amp;");
                                case '"' -> escaped.append("&quot;");
                                case '\t', '\n', '\r' -> escaped.append("&#").append(c).append(';');
                                default -> escaped.appendCodePoint(isAllowed(c) ? c : '?');
                            }
                        });
        return escaped.toString();
    }

    /** XML 1.0 §2.2. */
    private static boolean isAllowed(int c) {
        return c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }
}
