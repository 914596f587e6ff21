package dev.serval.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** The hash functions of DIGEST (RFC 7616 §3.3, §6.1). Thread-safe. */
public enum DigestAlgorithm {
    SHA_256("SHA-256"),
    MD5("MD5");

    /** By the names of the registry, which the JDK uses too. */
    public static final Map<String, DigestAlgorithm> NAMES = Map.of("SHA-256", SHA_256, "MD5", MD5);

    private final String token;

    DigestAlgorithm(String token) {
        this.token = token;
    }

    /** The name as it appears in fields. */
    public String token() {
        return token;
    }

    /** H(data) of RFC 7616 §3.4, in lower-case hexadecimal digits. */
    String hash(String data) {
        return HexFormat.of()
                .formatHex(digest(token).digest(data.getBytes(StandardCharsets.UTF_8)));
    }

    /** Throws IllegalArgumentException if the JDK does not have the algorithm. */
    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("there is no hash function " + algorithm, e);
        }
    }
}
