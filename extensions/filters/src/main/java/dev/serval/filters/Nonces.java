package dev.serval.filters;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.HexFormat;

/** The latest nonces of a session. Thread-safe; an attribute of the session. */
final class Nonces implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int BYTES = 16;

    private final int most;
    // Guarded by this.
    private final ArrayDeque<String> given = new ArrayDeque<>();

    Nonces(int most) {
        this.most = most;
    }

    /** A nonce that cannot be guessed. */
    static String next(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    /** Compares in a time that does not depend on where they differ. */
    static boolean equal(String sent, String given) {
        return MessageDigest.isEqual(
                sent.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a nonce, in place of the oldest one if there are too many. */
    synchronized void add(String nonce) {
        given.addLast(nonce);
        if (given.size() > most) {
            given.removeFirst();
        }
    }

    synchronized boolean contains(String sent) {
        return given.stream().anyMatch(each -> equal(sent, each));
    }
}
