package dev.serval.security;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Tomcat's MessageDigestCredentialHandler: a hash in hexadecimal digits, or {@code
 * salt$iterations$hash}, or {@code {MD5}}, {@code {SHA}} or {@code {SSHA}} with Base64; plain text
 * without an algorithm. Immutable, thread-safe.
 *
 * @param algorithm of the JDK, null if there is none; throws IllegalArgumentException for an
 *     unknown one
 * @param encoding of passwords; default UTF-8
 * @param iterations of new values; default 1
 * @param saltLength bytes; default 0, without salt
 * @param passwordFirst whether the salt follows the password when both are hashed, as in RFC 3112
 *     §3; default false
 */
public record MessageDigestCredentials(
        String algorithm, Charset encoding, int iterations, int saltLength, boolean passwordFirst)
        implements CredentialHandler {
    private static final byte[] NO_SALT = {};

    /** With the salt before the password. */
    public MessageDigestCredentials(
            String algorithm, Charset encoding, int iterations, int saltLength) {
        this(algorithm, encoding, iterations, saltLength, false);
    }

    public MessageDigestCredentials {
        if (algorithm != null) {
            DigestAlgorithm.digest(algorithm);
        }
    }

    @Override
    public boolean matches(String password, String kept) {
        if (algorithm == null) {
            return MessageDigest.isEqual(
                    password.getBytes(StandardCharsets.UTF_8),
                    kept.getBytes(StandardCharsets.UTF_8));
        }
        if (kept.startsWith("{")) {
            return matchesDirectory(password, kept);
        }
        SaltedHash parsed = SaltedHash.parse(kept);
        if (parsed != null) {
            byte[] hash = hash(algorithm, password, parsed.salt(), parsed.iterations());
            return MessageDigest.isEqual(hash, parsed.hash());
        }
        String hash = HexFormat.of().formatHex(hash(algorithm, password, NO_SALT, 1));
        return MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.UTF_8),
                kept.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean knows(String kept) {
        boolean hash = kept.length() % 2 == 0 && kept.matches("[0-9a-fA-F]+");
        return algorithm == null
                || hash
                || SaltedHash.parse(kept) != null
                || kept.matches("\\{(MD5|SHA|SSHA)}[A-Za-z0-9+/]+=*");
    }

    /** The form of directories (RFC 2307): the salt follows password and hash. */
    private boolean matchesDirectory(String password, String kept) {
        int end = kept.indexOf('}');
        String kind = end < 0 ? "" : kept.substring(1, end);
        String known =
                switch (kind) {
                    case "MD5" -> "MD5";
                    case "SHA", "SSHA" -> "SHA-1";
                    default -> null;
                };
        if (known == null) {
            return false;
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(kept.substring(end + 1));
        } catch (IllegalArgumentException e) {
            return false; // no Base64: it matches no password
        }
        MessageDigest digest = DigestAlgorithm.digest(known);
        digest.update(password.getBytes(encoding));
        int length = Math.min(bytes.length, digest.getDigestLength());
        if (kind.equals("SSHA")) {
            digest.update(bytes, length, bytes.length - length);
        } else if (bytes.length > length) {
            return false;
        }
        return MessageDigest.isEqual(digest.digest(), Arrays.copyOf(bytes, length));
    }

    @Override
    public int rounds(String kept) {
        SaltedHash parsed = algorithm == null ? null : SaltedHash.parse(kept);
        return parsed == null ? 1 : parsed.iterations();
    }

    @Override
    public String mutate(String password) {
        if (algorithm == null) {
            return password;
        }
        byte[] salt = SaltedHash.salt(saltLength);
        byte[] hash = hash(algorithm, password, salt, iterations);
        return saltLength == 0 && iterations == 1
                ? HexFormat.of().formatHex(hash)
                : new SaltedHash(salt, iterations, hash).toString();
    }

    private byte[] hash(String name, String password, byte[] salt, int rounds) {
        MessageDigest digest = DigestAlgorithm.digest(name);
        byte[] bytes = password.getBytes(encoding);
        digest.update(passwordFirst ? bytes : salt);
        byte[] hash = digest.digest(passwordFirst ? salt : bytes);
        for (int i = 1; i < rounds; i++) {
            hash = digest.digest(hash);
        }
        return hash;
    }

    /** For DIGEST a stored hash of the same algorithm is H(A1) itself, as in Tomcat. */
    @Override
    public String a1(DigestAnswer answer, String kept) {
        if (algorithm == null) {
            return answer.a1(kept);
        }
        boolean plain = kept.indexOf('$') < 0 && !kept.startsWith("{");
        return plain && algorithm.equalsIgnoreCase(answer.algorithm().token())
                ? kept.toLowerCase(Locale.ROOT)
                : null;
    }
}
