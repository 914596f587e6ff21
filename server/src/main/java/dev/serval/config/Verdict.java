package dev.serval.config;

/** What becomes of something in a file of Tomcat; a later constant is worse. */
public enum Verdict {
    /** It does what it does in Tomcat. */
    HONOURED("honoured"),
    /** It does the same by other means, which are named. */
    MAPPED("mapped"),
    /** It changes nothing, for the reason that is given. */
    WITHOUT_EFFECT("without effect"),
    /** Serval does not have it; the alternative is named. */
    UNSUPPORTED("unsupported");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** Whether it does anything. */
    public boolean counts() {
        return this == HONOURED || this == MAPPED;
    }

    /** The words in reports. */
    public String words() {
        return words;
    }
}
