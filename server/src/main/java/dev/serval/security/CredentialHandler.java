package dev.serval.security;

/**
 * How passwords are kept. Thread-safe; a comparison takes the same time whether or not it succeeds.
 */
public interface CredentialHandler {
    /** Whether what is kept was made of that password. */
    boolean matches(String password, String kept);

    /**
     * How many rounds of a hash a comparison takes with what is kept; at most 1 where it takes no
     * time worth mentioning, which is the default. From 1000 rounds on few are compared at once.
     */
    default int rounds(String kept) {
        return 1;
    }

    /** What is kept of a password, with new salt. */
    String mutate(String password);

    /**
     * H(A1) for DIGEST, made of what is kept; null when that does not tell it, which is so for all
     * that is salted.
     */
    String a1(DigestAnswer answer, String kept);
}
