package dev.serval.security;

/**
 * How passwords are kept. Thread-safe; a comparison takes the same time whether or not it succeeds.
 */
public interface CredentialHandler {
    /** Whether what is kept was made of that password. */
    boolean matches(String password, String kept);

    /** What is kept of a password, with new salt. */
    String mutate(String password);

    /**
     * H(A1) for DIGEST, made of what is kept; null when that does not tell it, which is so for all
     * that is salted.
     */
    String a1(DigestAnswer answer, String kept);
}
