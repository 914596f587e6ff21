package dev.serval.filters;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.HexFormat;

/** The nonces that a session has been given last. Thread-safe; an attribute of the session. */
final class Nonces implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int BYTES = 16;

    private final int most;
    // By this.
    private final ArrayDeque<String> given = new ArrayDeque<>();

    Nonces(int most) {
        this.most = most;
    }

    /** One that nobody can guess. */
    static String next(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    /** In time that does not depend on where they differ. */
    static boolean equal(String sent, String given) {
        return MessageDigest.isEqual(
                sent.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    /** The oldest gives way. */
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
