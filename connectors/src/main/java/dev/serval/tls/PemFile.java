package dev.serval.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CRL;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file of PEM blocks (RFC 7468): keys, certificates and revocation lists in any mixture.
 * Immutable. Certificates and lists may also be plain DER.
 */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([^\\r\\n-]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

    private final Path file;
    private final byte[] bytes;
    private final List<Block> blocks;

    /** One block; {@code legacy} if its content is encrypted in the format before PKCS#8. */
    record Block(String label, byte[] der, boolean legacy) {}

    private PemFile(Path file, byte[] bytes, List<Block> blocks) {
        this.file = file;
        this.bytes = bytes;
        this.blocks = blocks;
    }

    static PemFile read(Path file) throws TlsException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            List<Block> blocks = new ArrayList<>();
            Matcher found = BLOCK.matcher(text);
            while (found.find()) {
                blocks.add(block(file, found.group(1), found.group(2)));
            }
            if (blocks.isEmpty() && text.contains("-----BEGIN ")) {
                throw new TlsException(
                        "the file " + file + " is cut: a BEGIN line has no END line of its name");
            }
            return new PemFile(file, bytes, blocks);
        } catch (IOException e) {
            throw e instanceof TlsException ours ? ours : Unreadable.of(file, e);
        }
    }

    private static Block block(Path file, String label, String body) throws TlsException {
        boolean legacy = body.contains("Proc-Type:") && body.contains("ENCRYPTED");
        // Header fields, if any, end with an empty line (RFC 1421 §4.4).
        String base64 =
                body.contains(":") ? body.replaceFirst("(?s)^.*?\\r?\\n\\s*\\r?\\n", "") : body;
        try {
            return new Block(label, Base64.getMimeDecoder().decode(base64), legacy);
        } catch (IllegalArgumentException e) {
            throw new TlsException(
                    "the file " + file + " is damaged: its " + label + " is no base64", e);
        }
    }

    Path file() {
        return file;
    }

    List<Block> blocks() {
        return blocks;
    }

    /** The certificates in the order of the file; at least one. */
    List<X509Certificate> certificates() throws TlsException {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] der : all("a certificate", "CERTIFICATE", "X509 CERTIFICATE")) {
                for (Certificate one :
                        factory.generateCertificates(new ByteArrayInputStream(der))) {
                    certificates.add((X509Certificate) one);
                }
            }
        } catch (GeneralSecurityException e) {
            throw damaged("a certificate", e);
        }
        return certificates;
    }

    /** Revocation lists (RFC 5280 §5); at least one. */
    Collection<CRL> revocationLists() throws TlsException {
        List<CRL> lists = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] der : all("a revocation list (X509 CRL)", "X509 CRL")) {
                lists.add(factory.generateCRL(new ByteArrayInputStream(der)));
            }
        } catch (GeneralSecurityException e) {
            throw damaged("a revocation list", e);
        }
        return lists;
    }

    /** The first key; the password is needed only if it is encrypted. */
    PrivateKey key(Password password) throws TlsException {
        return PemKey.of(this, password);
    }

    /** Whether it contains any PEM block. */
    boolean isPem() {
        return !blocks.isEmpty();
    }

    private List<byte[]> all(String expected, String... labels) throws TlsException {
        if (!isPem() && bytes.length > 0 && bytes[0] == Der.SEQUENCE) {
            return List.of(bytes);
        }
        List<byte[]> found = new ArrayList<>();
        for (Block block : blocks) {
            if (List.of(labels).contains(block.label())) {
                found.add(block.der());
            }
        }
        if (found.isEmpty()) {
            throw missing(expected);
        }
        return found;
    }

    /** Says what was expected and what is there instead. */
    TlsException missing(String expected) {
        return new TlsException(
                "the file "
                        + file
                        + " holds no "
                        + expected.replaceFirst("^an? ", "")
                        + ": "
                        + content());
    }

    private String content() {
        if (isPem()) {
            return "it holds "
                    + blocks.stream()
                            .map(Block::label)
                            .distinct()
                            .collect(Collectors.joining(", "));
        }
        return switch (KeystoreFile.kind(bytes)) {
            case "JKS" -> "it is a JKS keystore, which certificateKeystoreFile names";
            case "PKCS12" ->
                    "it is binary, perhaps a PKCS#12 keystore, which certificateKeystoreFile names;"
                            + " expected PEM, which begins with -----BEGIN";
            default ->
                    bytes.length == 0
                            ? "it is empty"
                            : "it is no PEM, which begins with -----BEGIN";
        };
    }

    TlsException damaged(String what, Exception cause) {
        return new TlsException(
                "the file "
                        + file
                        + " holds "
                        + what
                        + " that cannot be read: "
                        + cause.getMessage(),
                cause);
    }
}
