package dev.serval.http;

/**
 * What clients and applications say, as a log can bear it: it neither begins a line nor hides or
 * turns one, and is not too long. Stateless.
 */
public final class LogText {
    private LogText() {}

    /**
     * Writes what is no character to be seen, such as controls, line separators and marks of
     * direction, as backslash, u and its number; what is longer ends in three dots.
     *
     * @param longest characters, a little more where the last one is written as its number
     * @param also further characters that are written so: those with a meaning where the text goes
     */
    public static String shown(String text, int longest, String also) {
        StringBuilder shown = new StringBuilder();
        int at = 0;
        while (at < text.length() && shown.length() < longest) {
            int character = text.codePointAt(at);
            at += Character.charCount(character);
            if (isSeen(character) && also.indexOf(character) < 0) {
                shown.appendCodePoint(character);
            } else {
                shown.append(String.format("\\u%04x", character));
            }
        }
        return at < text.length() ? shown + "..." : shown.toString();
    }

    private static boolean isSeen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
