package dev.serval.benchmarks;

import dev.serval.tls.CertificateVerification;
import dev.serval.tls.KeystoreFile;
import dev.serval.tls.TlsCertificate;
import dev.serval.tls.TlsConfig;
import dev.serval.tls.TlsHost;
import dev.serval.tls.TlsTrust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * TLS as every contender speaks it: one protocol and one cipher suite, so that none has an easier
 * one. Immutable.
 *
 * @param protocol TLSv1.3 or TLSv1.2
 * @param keystore PKCS12 with an RSA key
 */
record Encryption(String protocol, Path keystore) {
    static final String PASSWORD = "benchmark";

    /** Makes a key of 2048 bits and a certificate for it. */
    static Encryption create(String protocol, Path directory)
            throws IOException, InterruptedException {
        Path keystore = directory.resolve("keystore.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                "RSA",
                                "-keysize",
                                "2048",
                                "-dname",
                                "CN=localhost",
                                "-validity",
                                "30",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                keystore.toString(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no key");
        }
        return new Encryption(protocol, keystore);
    }

    String suite() {
        return switch (protocol) {
            case "TLSv1.3" -> "TLS_AES_128_GCM_SHA256";
            case "TLSv1.2" -> "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
            default -> throw new IllegalArgumentException("tls is TLSv1.3 or TLSv1.2");
        };
    }

    TlsConfig serval() {
        return TlsConfig.of(
                List.of(
                        new TlsHost(
                                TlsHost.DEFAULT,
                                List.of(protocol),
                                List.of(suite()),
                                true,
                                CertificateVerification.NONE,
                                TlsTrust.NONE,
                                86_400,
                                -1,
                                List.of(TlsCertificate.in(KeystoreFile.of(keystore, PASSWORD))))));
    }
}
