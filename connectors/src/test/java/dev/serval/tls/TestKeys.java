package dev.serval.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Security;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** A key and its certificate, made by keytool once per run. Thread-safe. */
public final class TestKeys {
    private static final char[] PASSWORD = "password".toCharArray();
    private static final SSLContext CONTEXT = context();

    private TestKeys() {}

    public static SSLEngine server() {
        SSLEngine engine = CONTEXT.createSSLEngine();
        engine.setUseClientMode(false);
        return engine;
    }

    /** An engine of a client that asks for that host. */
    static SSLEngine client(String host, String... protocols) {
        SSLEngine engine = CONTEXT.createSSLEngine(host, 443);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(protocols);
        engine.setSSLParameters(parameters);
        return engine;
    }

    public static SSLContext shared() {
        return CONTEXT;
    }

    private static SSLContext context() {
        // Soon enough for a KeyUpdate in the middle of a large body (RFC 8446 §4.6.3, §5.5).
        Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^20");
        try {
            KeyStore keys = keys();
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(keys);
            KeyManagerFactory own =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyStore keys()
            throws IOException, GeneralSecurityException, InterruptedException {
        Path directory = Files.createTempDirectory("serval-keys");
        Path file = directory.resolve("keys.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process =
                new ProcessBuilder(
                                (keytool
                                                + " -genkeypair -alias test -keyalg EC"
                                                + " -groupname secp256r1 -dname CN=localhost"
                                                + " -validity 2 -storetype PKCS12 -storepass "
                                                + new String(PASSWORD)
                                                + " -keystore "
                                                + file)
                                        .split(" "))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("keytool made no keys");
            }
            try (InputStream in = Files.newInputStream(file)) {
                KeyStore keys = KeyStore.getInstance("PKCS12");
                keys.load(in, PASSWORD);
                return keys;
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }
}
