package dev.serval.http;

/** What becomes of {@code %2f}, or of {@code %5c}, in a path. Immutable. */
public enum EncodedSolidusHandling {
    /** The request is refused; the default. */
    REJECT,
    /** It is a separator like any other. */
    DECODE,
    /**
     * It stays encoded, and {@code %25} does too, so that code that decodes the path further can
     * tell them apart.
     */
    PASSTHROUGH
}
