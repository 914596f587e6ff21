package dev.serval.session.saved;

/** An attribute of a session cannot be written or read, and is left out. */
final class AttributeException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean byRules;
    private final boolean hostile;

    /**
     * @param reason follows the name of the attribute
     * @param byRules whether the configuration requires that
     */
    AttributeException(String reason, boolean byRules, Throwable cause) {
        this(reason, byRules, false, cause);
    }

    /**
     * @param hostile whether no server writes such bytes, or they are incomplete
     */
    AttributeException(String reason, boolean byRules, boolean hostile, Throwable cause) {
        super(reason, cause);
        this.byRules = byRules;
        this.hostile = hostile;
    }

    boolean isHostile() {
        return hostile;
    }

    boolean isByRules() {
        return byRules;
    }
}
