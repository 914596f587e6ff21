package dev.serval.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The default: passwords in plain text, as in many user files, and PBKDF2-HMAC-SHA256 (RFC 8018
 * §5.2) as {@code $pbkdf2-sha256$i=600000$salt$hash} with both in Base64. A value that looks like
 * another hash never matches. Immutable, thread-safe.
 *
 * @param iterations of new values; default 600,000
 */
public record Pbkdf2Credentials(int iterations) implements CredentialHandler {
    public static final CredentialHandler DEFAULT = new Pbkdf2Credentials(600_000);

    private static final Pattern FORM =
            Pattern.compile(
                    "\\$pbkdf2-sha256\\$i=([0-9]{1,9})\\$([A-Za-z0-9+/]+=*)\\$([A-Za-z0-9+/]+=*)");

    private static final int LENGTH = 32;

    /** A hash, complete or truncated, of any program: of crypt, and of Tomcat. */
    private static final Pattern HASH =
            Pattern.compile(
                    "\\$pbkdf2.*|\\$([156y]|2[abxy]|argon2\\w*|scrypt)\\$.{20,}"
                            + "|[0-9a-fA-F]{8,}\\$[0-9]{1,9}\\$[0-9a-fA-F]{32,}");

    /** Created for the first hash, since loading the JDK's security providers takes 60 ms. */
    private static final class Lazily {
        private static final SecretKeyCredentials HASH =
                new SecretKeyCredentials("PBKDF2WithHmacSHA256", 1, 16, LENGTH * 8);
    }

    @Override
    public boolean matches(String password, String kept) {
        if (!HASH.matcher(kept).matches()) {
            return MessageDigest.isEqual(
                    password.getBytes(StandardCharsets.UTF_8),
                    kept.getBytes(StandardCharsets.UTF_8));
        }
        Matcher form = FORM.matcher(kept);
        if (!form.matches() || isBroken(kept)) {
            return false;
        }
        byte[] salt = bytes(form.group(2));
        byte[] hash = bytes(form.group(3));
        int rounds = Math.max(1, Integer.parseInt(form.group(1)));
        return MessageDigest.isEqual(
                Lazily.HASH.hash(password, salt, rounds, hash.length * 8), hash);
    }

    /** Empty if the text was truncated. */
    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /** Whether a stored value begins like one of these but is incomplete: it never matches. */
    public static boolean isBroken(String kept) {
        Matcher form = FORM.matcher(kept);
        return kept.startsWith("$pbkdf2")
                && (!form.matches()
                        || bytes(form.group(2)).length == 0
                        || bytes(form.group(3)).length < LENGTH);
    }

    @Override
    public int rounds(String kept) {
        Matcher form = FORM.matcher(kept);
        return form.matches() ? Integer.parseInt(form.group(1)) : 1;
    }

    @Override
    public String mutate(String password) {
        byte[] salt = SaltedHash.salt(16);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$pbkdf2-sha256$i="
                + iterations
                + "$"
                + base64.encodeToString(salt)
                + "$"
                + base64.encodeToString(Lazily.HASH.hash(password, salt, iterations, LENGTH * 8));
    }

    @Override
    public String a1(DigestAnswer answer, String kept) {
        return HASH.matcher(kept).matches() ? null : answer.a1(kept);
    }
}
