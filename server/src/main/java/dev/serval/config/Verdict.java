package dev.serval.config;

/** What becomes of something in a file of Tomcat; the later, the worse. */
public enum Verdict {
    /** It does what it does in Tomcat. */
    HONOURED("honoured"),
    /** It does it by other means, which are named. */
    MAPPED("mapped"),
    /** It changes nothing, for the reason that is given. */
    WITHOUT_EFFECT("without effect"),
    /** It is not there; what there is instead is named. */
    UNSUPPORTED("unsupported");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** Whether it does anything. */
    public boolean counts() {
        return this == HONOURED || this == MAPPED;
    }

    /** As reports have it. */
    public String words() {
        return words;
    }
}
