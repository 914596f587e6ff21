package dev.serval.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The default: passwords in plain text, as in many a user file, and PBKDF2-HMAC-SHA256 (RFC 8018
 * §5.2) as {@code $pbkdf2-sha256$i=600000$salt$hash} with both in Base64. Immutable, thread-safe.
 *
 * @param iterations of what is made anew; default 600,000
 */
public record Pbkdf2Credentials(int iterations) implements CredentialHandler {
    public static final CredentialHandler DEFAULT = new Pbkdf2Credentials(600_000);

    private static final Pattern FORM =
            Pattern.compile(
                    "\\$pbkdf2-sha256\\$i=([0-9]{1,9})\\$([A-Za-z0-9+/]+=*)\\$([A-Za-z0-9+/]+=*)");

    /** Made for the first hash: to load the JDK's security providers costs a start 60 ms. */
    private static final class Lazily {
        private static final SecretKeyCredentials HASH =
                new SecretKeyCredentials("PBKDF2WithHmacSHA256", 1, 16, 256);
    }

    @Override
    public boolean matches(String password, String kept) {
        Matcher form = FORM.matcher(kept);
        if (!form.matches()) {
            return MessageDigest.isEqual(
                    password.getBytes(StandardCharsets.UTF_8),
                    kept.getBytes(StandardCharsets.UTF_8));
        }
        byte[] salt = Base64.getDecoder().decode(form.group(2));
        byte[] hash = Base64.getDecoder().decode(form.group(3));
        int rounds = Math.max(1, Integer.parseInt(form.group(1)));
        return MessageDigest.isEqual(
                Lazily.HASH.hash(password, salt, rounds, hash.length * 8), hash);
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
                + base64.encodeToString(Lazily.HASH.hash(password, salt, iterations, 256));
    }

    @Override
    public String a1(DigestAnswer answer, String kept) {
        return FORM.matcher(kept).matches() ? null : answer.a1(kept);
    }
}
