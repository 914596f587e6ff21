package dev.serval.http;

/**
 * Makes text of clients and applications safe for a log: it can neither begin a line, nor hide or
 * reverse one, and its length is limited. Stateless.
 */
public final class LogText {
    private LogText() {}

    /**
     * Writes invisible characters, such as controls, line separators and direction marks, as
     * backslash, u and their number; longer text ends in three dots.
     *
     * @param longest the limit of characters; slightly more if the last one is written as its
     *     number
     * @param also further characters that are written so: those with a special meaning where the
     *     text is used
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
