package dev.serval.session;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes session ids: random bytes in hexadecimal digits (CWE-384). Thread-safe. */
public final class SessionIds {
    /** Characters of an id where nothing else is said: 160 random bits. */
    static final int LENGTH = 40;

    private final SecureRandom random;
    private final int length;

    /** Those of 20 bytes, from the platform's generator. */
    public SessionIds() {
        this(new SecureRandom(), LENGTH / 2);
    }

    /**
     * @param bytes of an id: 16 or more, since ids must not be guessed
     */
    public SessionIds(SecureRandom random, int bytes) {
        this.random = random;
        length = 2 * bytes;
    }

    /** A new id. */
    public String next() {
        byte[] bytes = new byte[length / 2];
        random.nextBytes(bytes);
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    /** Characters of an id; an id of another length is not looked up. */
    public int length() {
        return length;
    }

    /** Whether a text could be an id of these, by its length and its characters. */
    public boolean mayHaveMade(String id) {
        return id != null
                && id.length() == length
                && id.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'A' && c <= 'F');
    }
}
