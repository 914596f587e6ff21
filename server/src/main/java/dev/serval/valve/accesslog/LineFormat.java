package dev.serval.valve.accesslog;

/** How a line is written, and how its pattern is read. Immutable. */
public enum LineFormat {
    /** Letters and text. */
    TEXT {
        @Override
        public AccessLogPattern parse(String pattern, LineForm form) {
            return AccessLogPattern.parse(pattern, form);
        }
    },
    /** JSON objects by letters. */
    JSON {
        @Override
        public AccessLogPattern parse(String pattern, LineForm form) {
            return JsonPattern.parse(pattern, form);
        }
    },
    /** The Extended Log File Format of the W3C. */
    EXTENDED {
        @Override
        public AccessLogPattern parse(String pattern, LineForm form) {
            return ExtendedPattern.parse(pattern, form);
        }
    };

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException with a sentence for the operator if it is malformed
     */
    public abstract AccessLogPattern parse(String pattern, LineForm form);
}
