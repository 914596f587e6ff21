package dev.serval.manager;

/** Text in HTML and XML. Stateless. */
final class Markup {
    private Markup() {}

    /**
     * Text that means itself, in elements and in quoted attributes.
     *
     * @param text null is {@code null}
     */
    static String escaped(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '/' -> out.append("&#47;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
