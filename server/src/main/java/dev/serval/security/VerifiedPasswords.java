package dev.serval.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The passwords that were recently correct: BASIC sends one with each request, and a slow hash for
 * each would make an attack easy. Thread-safe. Contains no passwords, but keyed hashes, whose key
 * lives as long as the process.
 */
final class VerifiedPasswords {
    /** Created for the first password, since random bytes delay a start by 20 ms. */
    private static final class Lazily {
        private static final SecretKeySpec KEY =
                new SecretKeySpec(SaltedHash.salt(32), "HmacSHA256");
    }

    private final Map<String, byte[]> hashes;

    VerifiedPasswords(int most) {
        hashes =
                new LinkedHashMap<>(16, 0.75f, true) {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
                        return size() > most;
                    }
                };
    }

    /**
     * @param kept the stored value of the password: a change makes earlier results invalid
     */
    boolean contains(String user, String password, String kept) {
        byte[] hash;
        synchronized (hashes) {
            hash = hashes.get(user);
        }
        return hash != null && MessageDigest.isEqual(hash, hash(password, kept));
    }

    void add(String user, String password, String kept) {
        byte[] hash = hash(password, kept);
        synchronized (hashes) {
            hashes.put(user, hash);
        }
    }

    private byte[] hash(String password, String kept) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(Lazily.KEY);
            mac.update(kept.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
