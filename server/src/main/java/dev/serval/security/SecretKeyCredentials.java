package dev.serval.security;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Tomcat's SecretKeyCredentialHandler: {@code salt$iterations$hash} by a key derivation of the JDK.
 * Immutable, thread-safe.
 *
 * @param algorithm default PBKDF2WithHmacSHA1; throws IllegalArgumentException if the JDK does not
 *     have it
 * @param iterations of new values; default 20,000
 * @param saltLength bytes; default 32
 * @param keyLength bits; default 160
 */
public record SecretKeyCredentials(String algorithm, int iterations, int saltLength, int keyLength)
        implements CredentialHandler {
    public static final SecretKeyCredentials DEFAULT =
            new SecretKeyCredentials("PBKDF2WithHmacSHA1", 20_000, 32, 160);

    public SecretKeyCredentials {
        factory(algorithm);
    }

    @Override
    public boolean matches(String password, String kept) {
        SaltedHash parsed = SaltedHash.parse(kept);
        if (parsed == null || parsed.salt().length == 0) {
            return false;
        }
        int bits = parsed.hash().length * 8;
        byte[] hash = hash(password, parsed.salt(), parsed.iterations(), bits);
        return MessageDigest.isEqual(hash, parsed.hash());
    }

    @Override
    public boolean knows(String kept) {
        SaltedHash parsed = SaltedHash.parse(kept);
        return parsed != null && parsed.salt().length > 0;
    }

    @Override
    public int rounds(String kept) {
        SaltedHash parsed = SaltedHash.parse(kept);
        return parsed == null ? 1 : parsed.iterations();
    }

    @Override
    public String mutate(String password) {
        byte[] salt = SaltedHash.salt(saltLength);
        return new SaltedHash(salt, iterations, hash(password, salt, iterations, keyLength))
                .toString();
    }

    @Override
    public String a1(DigestAnswer answer, String kept) {
        return null;
    }

    byte[] hash(String password, byte[] salt, int rounds, int bits) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, rounds, bits);
        try {
            return factory(algorithm).generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(algorithm + " refuses a password: " + e, e);
        } finally {
            spec.clearPassword();
        }
    }

    private static SecretKeyFactory factory(String algorithm) {
        try {
            return SecretKeyFactory.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("there is no key derivation " + algorithm, e);
        }
    }
}
