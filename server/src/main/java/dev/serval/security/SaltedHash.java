package dev.serval.security;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Tomcat's form of a stored password: {@code salt$iterations$hash}, salt and hash in hexadecimal
 * digits. Immutable by convention.
 *
 * @param salt may be empty
 * @param iterations at least 1
 * @param hash of the password
 */
record SaltedHash(byte[] salt, int iterations, byte[] hash) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Null if the value has another form. */
    static SaltedHash parse(String kept) {
        String[] parts = kept.split("\\$", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            int iterations = Integer.parseInt(parts[1]);
            byte[] salt = HexFormat.of().parseHex(parts[0]);
            byte[] hash = HexFormat.of().parseHex(parts[2]);
            return iterations < 1 || hash.length == 0
                    ? null
                    : new SaltedHash(salt, iterations, hash);
        } catch (IllegalArgumentException e) {
            return null; // no number, or no digits: it matches no password
        }
    }

    /** That many random bytes. */
    static byte[] salt(int length) {
        byte[] salt = new byte[length];
        RANDOM.nextBytes(salt);
        return salt;
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.formatHex(salt) + "$" + iterations + "$" + hex.formatHex(hash);
    }
}
