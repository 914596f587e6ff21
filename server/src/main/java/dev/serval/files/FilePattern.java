package dev.serval.files;

import java.util.Locale;

/** Which files a rule is for; {@link #of} makes it. Immutable. */
record FilePattern(MatchRule kind, String text) {
    /** How it recognises files. */
    enum MatchRule {
        ALL,
        /** A name with a fingerprint of the content in it. */
        FINGERPRINTED,
        PATH,
        BELOW,
        SUFFIX,
        TYPE,
        TYPES
    }

    static final FilePattern FINGERPRINTED = new FilePattern(MatchRule.FINGERPRINTED, "");

    /**
     * {@code *} all files, {@code *.html} by the end of the name, {@code /assets/*} and {@code
     * /sw.js} by the path within the application, {@code image/*} and {@code text/css} by the media
     * type. Throws IllegalArgumentException for anything else.
     */
    static FilePattern of(String pattern) {
        if (pattern.equals("*")) {
            return new FilePattern(MatchRule.ALL, "");
        }
        int star = pattern.indexOf('*');
        if (pattern.startsWith("/") && star < 0) {
            return new FilePattern(MatchRule.PATH, pattern);
        }
        if (pattern.startsWith("/") && pattern.endsWith("/*") && star == pattern.length() - 1) {
            return new FilePattern(MatchRule.BELOW, pattern.substring(0, star));
        }
        if (pattern.startsWith("*.") && pattern.length() > 2 && pattern.indexOf('*', 1) < 0) {
            return new FilePattern(MatchRule.SUFFIX, pattern.substring(1));
        }
        int slash = pattern.indexOf('/');
        String type = pattern.toLowerCase(Locale.ROOT);
        if (slash > 0 && slash < pattern.length() - 1 && star < 0) {
            return new FilePattern(MatchRule.TYPE, type);
        }
        if (slash > 0 && star == slash + 1 && star == pattern.length() - 1) {
            return new FilePattern(MatchRule.TYPES, type.substring(0, star));
        }
        throw new IllegalArgumentException(
                "'"
                        + pattern
                        + "' is no pattern for files: *, *.html, /assets/*, /sw.js, image/* or"
                        + " text/css");
    }

    /**
     * Whether a file matches.
     *
     * @param path within the application, decoded
     * @param type the media type, with parameters or without; null if unknown
     */
    boolean matches(String path, String type) {
        return switch (kind) {
            case ALL -> true;
            case FINGERPRINTED -> Fingerprint.isIn(path);
            case PATH -> path.equals(text);
            case BELOW -> path.startsWith(text);
            case SUFFIX ->
                    path.regionMatches(true, path.length() - text.length(), text, 0, text.length());
            case TYPE -> type != null && mediaType(type).equals(text);
            case TYPES -> type != null && mediaType(type).startsWith(text);
        };
    }

    private static String mediaType(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
