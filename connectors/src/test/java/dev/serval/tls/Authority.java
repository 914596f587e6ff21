package dev.serval.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Issues certificates for the tests (RFC 5280 §4.1), without any tool. Thread-safe. */
final class Authority {
    private static final AtomicLong SERIAL = new AtomicLong(1);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    final Issued self;

    /** A key with its certificate, and perhaps those of its issuers. */
    record Issued(PrivateKey key, List<X509Certificate> chain) {
        Issued(PrivateKey key, X509Certificate certificate) {
            this(key, List.of(certificate));
        }

        X509Certificate certificate() {
            return chain.get(0);
        }

        String certificatePem() {
            return pem("CERTIFICATE", encoded(certificate()));
        }

        String keyPem() {
            return pem("PRIVATE KEY", key.getEncoded());
        }
    }

    private Authority(Issued self) {
        this.self = self;
    }

    static Authority named(String name) {
        KeyPair pair = pair("EC");
        return new Authority(
                new Issued(
                        pair.getPrivate(),
                        certificate(name, name, pair, pair.getPrivate(), true, 365)));
    }

    /** One that is certified by this one. */
    Authority intermediate(String name) {
        return new Authority(issue(name, "EC", true, 365));
    }

    Issued issue(String name, String algorithm) {
        return issue(name, algorithm, false, 90);
    }

    /**
     * @param days until it expires; may be negative
     */
    Issued issue(String name, String algorithm, boolean authority, int days) {
        KeyPair pair = pair(algorithm);
        String issuer = commonName(self.certificate());
        return new Issued(
                pair.getPrivate(), certificate(name, issuer, pair, self.key(), authority, days));
    }

    /** One with an EC key that is valid from then on, for so many days. */
    Issued issueFrom(Instant begin, String name, int days) {
        KeyPair pair = pair("EC");
        String issuer = commonName(self.certificate());
        Instant end = begin.plus(days, ChronoUnit.DAYS);
        return new Issued(
                pair.getPrivate(), certificate(name, issuer, pair, self.key(), false, begin, end));
    }

    static String commonName(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName().substring("CN=".length());
    }

    /** A revocation list (RFC 5280 §5.1) as PEM. */
    String revocationList(X509Certificate... revoked) {
        byte[] entries = {};
        for (X509Certificate one : revoked) {
            byte[] entry =
                    Der.value(
                            Der.SEQUENCE,
                            Der.value(Der.INTEGER, one.getSerialNumber().toByteArray()),
                            time(Instant.now().minusSeconds(60)));
            entries = concatenated(entries, entry);
        }
        byte[] algorithm = signatureAlgorithm(self.key());
        byte[] list =
                Der.value(
                        Der.SEQUENCE,
                        algorithm,
                        name(commonName(self.certificate())),
                        time(Instant.now().minusSeconds(3600)),
                        time(Instant.now().plus(10, ChronoUnit.DAYS)),
                        revoked.length == 0 ? new byte[0] : Der.value(Der.SEQUENCE, entries));
        return pem("X509 CRL", signed(list, algorithm, self.key()));
    }

    static KeyPair pair(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            switch (algorithm) {
                case "EC" -> generator.initialize(256);
                case "RSA", "RSASSA-PSS", "DSA" -> generator.initialize(2048);
                default -> {}
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static X509Certificate certificate(
            String subject,
            String issuer,
            KeyPair pair,
            PrivateKey signer,
            boolean authority,
            int days) {
        Instant end = Instant.now().plus(days, ChronoUnit.DAYS);
        Instant begin = end.minus(400, ChronoUnit.DAYS);
        return certificate(subject, issuer, pair, signer, authority, begin, end);
    }

    private static X509Certificate certificate(
            String subject,
            String issuer,
            KeyPair pair,
            PrivateKey signer,
            boolean authority,
            Instant begin,
            Instant end) {
        byte[] algorithm = signatureAlgorithm(signer);
        byte[] constraints =
                authority
                        ? Der.value(Der.SEQUENCE, new byte[] {1, 1, (byte) 0xFF})
                        : Der.value(Der.SEQUENCE);
        byte[] names =
                Der.value(
                        Der.SEQUENCE, Der.value(0x82, subject.getBytes(StandardCharsets.US_ASCII)));
        byte[] body =
                Der.value(
                        Der.SEQUENCE,
                        Der.value(Der.CONTEXT_0, Der.value(Der.INTEGER, new byte[] {2})),
                        Der.value(
                                Der.INTEGER,
                                BigInteger.valueOf(SERIAL.getAndIncrement()).toByteArray()),
                        algorithm,
                        name(issuer),
                        Der.value(Der.SEQUENCE, time(begin), time(end)),
                        name(subject),
                        pair.getPublic().getEncoded(),
                        Der.value(
                                0xA3,
                                Der.value(
                                        Der.SEQUENCE,
                                        extension("2.5.29.19", constraints),
                                        extension("2.5.29.17", names))));
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(
                                    new ByteArrayInputStream(signed(body, algorithm, signer)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] extension(String oid, byte[] value) {
        return Der.value(Der.SEQUENCE, Der.oid(oid), Der.value(Der.OCTET_STRING, value));
    }

    private static byte[] signed(byte[] body, byte[] algorithm, PrivateKey key) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key);
            signature.update(body);
            byte[] bits = signature.sign();
            byte[] unusedBits = {0};
            return Der.value(Der.SEQUENCE, body, algorithm, Der.value(0x03, unusedBits, bits));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] signatureAlgorithm(PrivateKey key) {
        if (!key.getAlgorithm().equals("EC")) {
            throw new AssertionError("authorities have EC keys");
        }
        return Der.value(Der.SEQUENCE, Der.oid("1.2.840.10045.4.3.2"));
    }

    private static byte[] name(String commonName) {
        byte[] text = Der.value(0x0C, commonName.getBytes(StandardCharsets.US_ASCII));
        byte[] attribute = Der.value(Der.SEQUENCE, Der.oid("2.5.4.3"), text);
        return Der.value(Der.SEQUENCE, Der.value(0x31, attribute));
    }

    private static byte[] time(Instant instant) {
        return Der.value(0x17, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static String pem(String label, byte[] der) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    }
}
