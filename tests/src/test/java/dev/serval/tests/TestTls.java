package dev.serval.tests;

import dev.serval.tls.ClientHello;
import dev.serval.tls.TlsEngines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The keys of servers under test and of their clients, made once per run: they share a certificate,
 * and trust it. Thread-safe.
 */
final class TestTls implements TlsEngines {
    /** The host that demands a certificate of its clients. */
    static final String CLIENT = "client.example";

    private static final String PASSWORD = "password";

    private final KeyStore keys;
    private final SSLContext server;
    private final SSLContext client;
    private final SSLContext anybody;

    private TestTls() {
        try {
            keys = keys();
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(keys);
            KeyManagerFactory own =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, PASSWORD.toCharArray());
            server = SSLContext.getInstance("TLS");
            server.init(own.getKeyManagers(), trust.getTrustManagers(), null);
            client = SSLContext.getInstance("TLS");
            client.init(own.getKeyManagers(), trust.getTrustManagers(), null);
            anybody = SSLContext.getInstance("TLS");
            anybody.init(null, trust.getTrustManagers(), null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static TestTls shared() {
        return Shared.TLS;
    }

    /** Loaded by its first use. */
    private static final class Shared {
        static final TestTls TLS = new TestTls();
    }

    /** For the server: all hosts have the same certificate. */
    @Override
    public SSLEngine engine(ClientHello hello) {
        SSLEngine engine = server.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setUseCipherSuitesOrder(true);
        if (CLIENT.equals(hello.host())) {
            parameters.setNeedClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** Only client.example has settings of its own. */
    @Override
    public boolean sameHost(String sniHost, String requestHost) {
        return CLIENT.equals(sniHost) == CLIENT.equals(requestHost);
    }

    /** A client's side of a connection, handshake done; resumes sessions where it can. */
    SSLSocket over(Socket carrier, String protocol) throws IOException {
        return over(carrier, protocol, anybody, "localhost");
    }

    /** The same with other keys, for another host. */
    static SSLSocket over(Socket carrier, String protocol, SSLContext keys, String host)
            throws IOException {
        SSLSocket socket =
                (SSLSocket)
                        keys.getSocketFactory()
                                .createSocket(carrier, host, carrier.getPort(), true);
        try {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
        } catch (IOException e) {
            carrier.close();
            throw e;
        }
        return socket;
    }

    /** For clients that show a certificate. */
    SSLContext client() {
        return client;
    }

    /** For clients without one. */
    SSLContext anybody() {
        return anybody;
    }

    /** The server's key and certificate as files. */
    void writePem(Path certificate, Path key) throws IOException, GeneralSecurityException {
        Files.writeString(
                certificate, pem("CERTIFICATE", keys.getCertificate("test").getEncoded()));
        byte[] encoded = keys.getKey("test", PASSWORD.toCharArray()).getEncoded();
        Files.writeString(key, pem("PRIVATE KEY", encoded));
    }

    /** The same as a PKCS12. */
    void writeKeystore(Path file, String password) throws IOException, GeneralSecurityException {
        char[] chars = password.toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "test",
                keys.getKey("test", PASSWORD.toCharArray()),
                chars,
                keys.getCertificateChain("test"));
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, chars);
        }
    }

    /** A PKCS12 for clients that trust it. */
    void writeTrust(Path file, String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("test", keys.getCertificate("test"));
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password.toCharArray());
        }
    }

    private static String pem(String type, byte[] bytes) {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
    }

    private static KeyStore keys() throws IOException, InterruptedException {
        Path file = Files.createTempDirectory("serval-keys").resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "test",
                                "-keyalg",
                                "EC",
                                "-groupname",
                                "secp256r1",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost,dns:client.example",
                                "-validity",
                                "2",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException("keytool made no keys");
        }
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            return keys;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        } finally {
            Files.delete(file);
            Files.delete(file.getParent());
        }
    }
}
