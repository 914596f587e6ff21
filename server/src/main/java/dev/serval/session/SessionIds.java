package dev.serval.session;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes session ids: 160 random bits, 40 hexadecimal digits (CWE-384). Thread-safe. */
public final class SessionIds {
    /** Characters of an id; an id of another length is not looked up. */
    static final int LENGTH = 40;

    private final SecureRandom random = new SecureRandom();

    /** A new id. */
    public String next() {
        byte[] bytes = new byte[LENGTH / 2];
        random.nextBytes(bytes);
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }
}
