package dev.serval.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;

/**
 * A keystore or a truststore. Immutable.
 *
 * @param file null if the type needs no file, such as PKCS11
 * @param password Password.NONE if there is none
 * @param type null, JKS and PKCS12 are decided by the content of the file; other types are used as
 *     given
 * @param provider the name of the security provider; null means any
 */
public record KeystoreFile(Path file, Password password, String type, String provider) {

    /** A PKCS12 or JKS file. */
    public static KeystoreFile of(Path file, String password) {
        return new KeystoreFile(file, Password.of(password), null, null);
    }

    /** The kind of the file by its first bytes: JKS, PKCS12 (or other DER), PEM or empty. */
    static String kind(byte[] bytes) {
        if (bytes.length > 4 && bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xED) {
            return "JKS";
        }
        if (bytes.length > 4 && bytes[0] == Der.SEQUENCE) {
            return "PKCS12";
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.contains("-----BEGIN ") ? "PEM" : "";
    }

    /** Whether it is actually a PEM file. */
    boolean isPem() throws TlsException {
        return file != null && isGuessed() && kind(bytes()).equals("PEM");
    }

    KeyStore open() throws TlsException {
        byte[] bytes = file == null ? null : bytes();
        String kind = type;
        if (isGuessed() && bytes != null) {
            kind = kind(bytes);
            if (kind.isEmpty()) {
                throw new TlsException(
                        "the file "
                                + file
                                + (bytes.length == 0 ? " is empty" : " is no keystore")
                                + ": expected PKCS12, JKS or PEM");
            }
        }
        try {
            KeyStore store =
                    provider == null
                            ? KeyStore.getInstance(kind)
                            : KeyStore.getInstance(kind, provider);
            store.load(bytes == null ? null : new ByteArrayInputStream(bytes), password.read());
            return store;
        } catch (IOException | GeneralSecurityException e) {
            if (e instanceof TlsException ours) {
                throw ours;
            }
            boolean wrong = e.getCause() instanceof UnrecoverableKeyException;
            throw new TlsException(
                    "the keystore "
                            + (file == null ? kind : file)
                            + " ("
                            + kind
                            + ") cannot be opened: "
                            + (wrong ? "the password is wrong" : e.getMessage()),
                    e);
        }
    }

    private boolean isGuessed() {
        return type == null
                || type.equalsIgnoreCase("JKS")
                || type.equalsIgnoreCase("PKCS12")
                || type.equalsIgnoreCase("PEM");
    }

    private byte[] bytes() throws TlsException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw Unreadable.of(file, e);
        }
    }
}
