package dev.serval.benchmarks;

import dev.serval.tls.CertificateVerification;
import dev.serval.tls.KeystoreFile;
import dev.serval.tls.TlsCertificate;
import dev.serval.tls.TlsConfig;
import dev.serval.tls.TlsHost;
import dev.serval.tls.TlsTrust;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * TLS as every contender of a scenario speaks it, so that none has an easier one. Immutable.
 *
 * @param keystore PKCS12 with {@link #PASSWORD}; {@link #pem} has the same for those that are no
 *     Java
 */
record Encryption(Kind kind, Path keystore) {
    static final String PASSWORD = "benchmark";

    /** Which kind of key, and what is said beside it. */
    enum Kind {
        /** The defaults of JSSE, an RSA key of 2048 bits. */
        JSSE("RSA", List.of("-keyalg", "RSA", "-keysize", "2048"), null, null, null),
        /** A key on P-256, and one cipher suite, which this age's processors do in hardware. */
        BEST(
                "EC",
                List.of("-keyalg", "EC", "-groupname", "secp256r1"),
                "TLSv1.3",
                "TLS_AES_128_GCM_SHA256",
                "TLS_AES_128_GCM_SHA256"),
        /** The same with the protocol before it. */
        TLS_1_2(
                "EC",
                List.of("-keyalg", "EC", "-groupname", "secp256r1"),
                "TLSv1.2",
                "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                "ECDHE-ECDSA-AES128-GCM-SHA256");

        final String keyType;
        private final List<String> key;
        private final String protocol;
        private final String suite;
        private final String openSslSuite;

        Kind(String keyType, List<String> key, String protocol, String suite, String openSslSuite) {
            this.keyType = keyType;
            this.key = key;
            this.protocol = protocol;
            this.suite = suite;
            this.openSslSuite = openSslSuite;
        }
    }

    /** The one that {@link #create} has made. */
    static Encryption in(String kind, Path directory) {
        return new Encryption(Kind.valueOf(kind), directory.resolve(kind + ".p12"));
    }

    /** Makes a key and a certificate for it, for localhost. */
    static Encryption create(Kind kind, Path directory)
            throws IOException, InterruptedException, GeneralSecurityException {
        Encryption made = in(kind.name(), directory);
        if (Files.exists(made.pem())) {
            return made;
        }
        List<String> command =
                new java.util.ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-dname",
                                "CN=localhost",
                                "-validity",
                                "30",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                made.keystore.toString(),
                                "-storepass",
                                PASSWORD));
        command.addAll(kind.key);
        Process keytool =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no key");
        }
        KeyStore keys = made.load();
        Files.writeString(
                made.pem(),
                pem("CERTIFICATE", keys.getCertificate("server").getEncoded())
                        + pem(
                                "PRIVATE KEY",
                                keys.getKey("server", PASSWORD.toCharArray()).getEncoded()));
        return made;
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
                .formatted(
                        what,
                        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                                .encodeToString(content));
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    /** Certificate and key in one file. */
    Path pem() {
        return keystore.resolveSibling(kind + ".pem");
    }

    /** The only one that is spoken; null leaves it to the server. */
    String protocol() {
        return kind.protocol;
    }

    /** Null leaves it to the server. */
    String suite() {
        return kind.suite;
    }

    /** As nginx takes it; empty leaves it to the server. */
    String nginx() {
        if (kind.protocol == null) {
            return "";
        }
        return " ssl_protocols %s; %s %s;"
                .formatted(
                        kind.protocol,
                        // OpenSSL sets those of TLS 1.3 by another call.
                        kind == Kind.BEST ? "ssl_conf_command Ciphersuites" : "ssl_ciphers",
                        kind.openSslSuite);
    }

    /** As httpd takes it; empty leaves it to the server. */
    String httpd() {
        if (kind.protocol == null) {
            return "";
        }
        return "SSLProtocol %s%nSSLCipherSuite %s%s%n"
                .formatted(kind.protocol, kind == Kind.BEST ? "TLSv1.3 " : "", kind.openSslSuite);
    }

    SSLContext context() throws IOException, GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(load(), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    TlsConfig serval() {
        TlsCertificate certificate = TlsCertificate.in(KeystoreFile.of(keystore, PASSWORD));
        if (kind.protocol == null) {
            return TlsConfig.of(certificate);
        }
        return TlsConfig.of(
                List.of(
                        new TlsHost(
                                TlsHost.DEFAULT,
                                List.of(kind.protocol),
                                List.of(kind.suite),
                                true,
                                CertificateVerification.NONE,
                                TlsTrust.NONE,
                                86_400,
                                -1,
                                List.of(certificate))));
    }
}
