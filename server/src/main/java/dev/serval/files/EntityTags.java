package dev.serval.files;

/** Entity tags, their lists and their two comparisons (RFC 9110 §8.8.3, §13.1). Stateless. */
final class EntityTags {
    private EntityTags() {}

    static boolean isWeak(String tag) {
        return tag.startsWith("W/");
    }

    /** Both strong and the same, character by character (RFC 9110 §8.8.3.2). */
    static boolean strongMatch(String a, String b) {
        return !isWeak(a) && a.equals(b);
    }

    /** The same but for the mark of weakness (RFC 9110 §8.8.3.2). */
    static boolean weakMatch(String a, String b) {
        return opaque(a).equals(opaque(b));
    }

    /**
     * Whether a list has a tag that matches, or is {@code *}. A malformed list counts up to its
     * first mistake; the rest matches nothing.
     */
    static boolean anyMatches(String list, String tag, boolean strong) {
        if (list.strip().equals("*")) {
            return true;
        }
        int at = 0;
        while (true) {
            while (at < list.length() && isSeparator(list.charAt(at))) {
                at++;
            }
            int end = endOfTag(list, at);
            if (end < 0) {
                return false;
            }
            String candidate = list.substring(at, end);
            if (strong ? strongMatch(candidate, tag) : weakMatch(candidate, tag)) {
                return true;
            }
            at = end;
            while (at < list.length() && isBlank(list.charAt(at))) {
                at++;
            }
            if (at < list.length() && list.charAt(at) != ',') {
                return false;
            }
        }
    }

    /** Offset behind the tag that begins at an offset; -1 if none does. */
    static int endOfTag(String text, int start) {
        int at = text.startsWith("W/", start) ? start + 2 : start;
        if (at >= text.length() || text.charAt(at) != '"') {
            return -1;
        }
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                return at + 1;
            }
            if (c <= ' ' || c == 127) {
                return -1;
            }
        }
        return -1;
    }

    private static String opaque(String tag) {
        return isWeak(tag) ? tag.substring(2) : tag;
    }

    private static boolean isSeparator(char c) {
        return c == ',' || isBlank(c);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
