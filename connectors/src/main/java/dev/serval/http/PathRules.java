package dev.serval.http;

/**
 * Which forms of a path are accepted besides the unambiguous ones (Servlet 6.1 §3.5.2). Immutable.
 * Names and meanings are those of Tomcat's attributes.
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

    /** Only unambiguous paths. */
    public static final PathRules STRICT =
            new PathRules(
                    EncodedSolidusHandling.REJECT, EncodedSolidusHandling.REJECT, false, true);

    /** Whether only unambiguous paths are accepted: equals {@link #STRICT}. */
    public boolean isStrict() {
        // Linking the generated equals of a record would cost the first request 40 ms.
        return encodedSolidusHandling == EncodedSolidusHandling.REJECT
                && encodedReverseSolidusHandling == EncodedSolidusHandling.REJECT
                && !allowBackslash
                && rejectSuspiciousURIs;
    }

    /**
     * Whether the normal form of a path may have escapes: {@code %25}, and {@code %2f} or {@code
     * %5c}.
     */
    public boolean leavesEncoded() {
        return encodedSolidusHandling == EncodedSolidusHandling.PASSTHROUGH
                || encodedReverseSolidusHandling == EncodedSolidusHandling.PASSTHROUGH;
    }
}
