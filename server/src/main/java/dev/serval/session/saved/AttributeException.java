package dev.serval.session.saved;

/** An attribute of a session cannot be written or read, and is left out. */
final class AttributeException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean byRules;

    /**
     * @param reason follows the name of the attribute
     * @param byRules whether that is what the configuration wants
     */
    AttributeException(String reason, boolean byRules, Throwable cause) {
        super(reason, cause);
        this.byRules = byRules;
    }

    boolean isByRules() {
        return byRules;
    }
}
