package dev.serval.security;

/** Stores and compares passwords. Thread-safe; a comparison always takes the same time. */
public interface CredentialHandler {
    /** Whether the stored value was made from that password. */
    boolean matches(String password, String kept);

    /**
     * The rounds of a hash that a comparison with the stored value takes; at most 1 if the time
     * does not matter, which is the default. From 1000 rounds on, only a few passwords are compared
     * at once.
     */
    default int rounds(String kept) {
        return 1;
    }

    /** Whether the stored value has a form that can be compared; else it matches no password. */
    default boolean knows(String kept) {
        return true;
    }

    /** The value to store for a password, with new salt. */
    String mutate(String password);

    /**
     * H(A1) for DIGEST from the stored value; null if it cannot be computed, as with any salted
     * value.
     */
    String a1(DigestAnswer answer, String kept);
}
