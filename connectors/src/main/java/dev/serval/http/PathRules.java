package dev.serval.http;

/**
 * Which spellings of a path are taken beside those that every reader understands alike (Servlet 6.1
 * §3.5.2). Immutable. Names and meanings are those of Tomcat's attributes.
 *
 * @param encodedSolidusHandling of {@code %2f}; default REJECT
 * @param encodedReverseSolidusHandling of {@code %5c}; default REJECT
 * @param allowBackslash whether a backslash separates segments, as a slash does; default false,
 *     then it is refused
 * @param rejectSuspiciousURIs whether dot segments in disguise and parameters of empty segments are
 *     refused; default true
 */
public record PathRules(
        EncodedSolidusHandling encodedSolidusHandling,
        EncodedSolidusHandling encodedReverseSolidusHandling,
        boolean allowBackslash,
        boolean rejectSuspiciousURIs) {

    /** Nothing beside them. */
    public static final PathRules STRICT =
            new PathRules(
                    EncodedSolidusHandling.REJECT, EncodedSolidusHandling.REJECT, false, true);

    /** Whether nothing is taken beside them: equals {@link #STRICT}. */
    public boolean isStrict() {
        // To link the equals that a record has by itself would cost the first request 40 ms.
        return encodedSolidusHandling == EncodedSolidusHandling.REJECT
                && encodedReverseSolidusHandling == EncodedSolidusHandling.REJECT
                && !allowBackslash
                && rejectSuspiciousURIs;
    }

    /** Whether a path may have escapes in its normal form: {@code %25} then, and one of them. */
    public boolean leavesEncoded() {
        return encodedSolidusHandling == EncodedSolidusHandling.PASSTHROUGH
                || encodedReverseSolidusHandling == EncodedSolidusHandling.PASSTHROUGH;
    }
}
