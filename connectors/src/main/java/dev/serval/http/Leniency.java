package dev.serval.http;

/**
 * Every way to make a connector accept what it refuses by default: the stable code in the log, the
 * {@code Connector} attribute, the rule that it relaxes, and what it accepts. Immutable.
 */
public enum Leniency {
    PATH_CHARACTER(
            921, "relaxedPathChars", "RFC 3986 §3.3", "characters in a path that are not encoded"),
    QUERY_CHARACTER(
            922,
            "relaxedQueryChars",
            "RFC 3986 §3.4",
            "characters in a query that are not encoded"),
    ENCODED_SOLIDUS(
            923, "encodedSolidusHandling", "Servlet 6.1 §3.5.2", "an encoded slash in a path"),
    ENCODED_REVERSE_SOLIDUS(
            924,
            "encodedReverseSolidusHandling",
            "Servlet 6.1 §3.5.2",
            "an encoded backslash in a path"),
    BACKSLASH(925, "allowBackslash", "RFC 3986 §3.3", "a backslash that separates segments"),
    SUSPICIOUS_PATH(
            926,
            "rejectSuspiciousURIs",
            "Servlet 6.1 §3.5.2",
            "dot segments in disguise, and parameters of an empty segment"),
    TRACE(927, "allowTrace", "RFC 9110 §9.3.8", "TRACE, whose answer shows the request");

    private final String code;
    private final String attribute;
    private final String rule;
    private final String passes;

    Leniency(int number, String attribute, String rule, String passes) {
        this.code = "SRV-0" + number;
        this.attribute = attribute;
        this.rule = rule;
        this.passes = passes;
    }

    /** Stable, for example {@code SRV-0921}. */
    public String code() {
        return code;
    }

    /** The {@code Connector} attribute that turns it on. */
    public String attribute() {
        return attribute;
    }

    /** The rule that it relaxes. */
    public String rule() {
        return rule;
    }

    /** What it accepts, in words. */
    public String passes() {
        return passes;
    }
}
