package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of the account: a file of PEM with both of its parts (RFC 7468 §10, §13), for the owner
 * of the process alone. Stateless.
 */
final class AccountKey {
    private AccountKey() {}

    /** Reads it, or makes it if there is none. */
    static KeyPair of(Path file, CertificateOrders orders) throws IOException {
        try {
            if (Files.exists(file)) {
                return read(file);
            }
            KeyPair made = Keys.make("EC");
            orders.write(
                    file,
                    block("PRIVATE KEY", made.getPrivate().getEncoded())
                            + block("PUBLIC KEY", made.getPublic().getEncoded()));
            return made;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    "the key of the account, " + file + ", cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyPair read(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        KeyFactory keys = KeyFactory.getInstance("EC");
        return new KeyPair(
                keys.generatePublic(new X509EncodedKeySpec(part(text, "PUBLIC KEY"))),
                keys.generatePrivate(new PKCS8EncodedKeySpec(part(text, "PRIVATE KEY"))));
    }

    private static byte[] part(String text, String label) {
        Matcher found =
                Pattern.compile("-----BEGIN " + label + "-----([^-]*)-----END " + label + "-----")
                        .matcher(text);
        if (!found.find()) {
            throw new IllegalArgumentException("it has no " + label);
        }
        return Base64.getMimeDecoder().decode(found.group(1));
    }

    private static String block(String label, byte[] der) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN "
                + label
                + "-----\n"
                + lines.encodeToString(der)
                + "\n-----END "
                + label
                + "-----\n";
    }
}
