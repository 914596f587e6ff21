package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rule 24: JSSE itself refuses a client that renegotiates. In a JVM of its own, since JSSE reads
 * the setting once, when the first engine of any test is used. {@link TlsTransportTest} shows that
 * a connection is refused in any case.
 */
class RenegotiationTest {
    private static final int SECONDS = 60;

    @TempDir Path directory;

    @Test
    void rule24AClientMayNotRenegotiate() throws Exception {
        Authority.Issued issued = Authority.named("authority").issue("ec.example", "EC");
        Path certificate = directory.resolve("a.crt");
        Path key = directory.resolve("a.key");
        Files.writeString(certificate, issued.certificatePem());
        Files.writeString(key, issued.keyPem());
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                RenegotiationTest.class.getName(),
                                certificate.toString(),
                                key.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("said").toFile())
                        .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(directory.resolve("said"), StandardCharsets.UTF_8))
                    .endsWith("refused, in the same session\n");
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * @param files the certificate, and its key
     */
    public static void main(String[] files) throws Exception {
        TlsCertificate certificate = TlsCertificate.pem(Path.of(files[0]), Path.of(files[1]));
        TlsContexts contexts = new TlsContexts(TlsConfig.of(certificate));
        SSLEngine client = Handshake.client("TLSv1.2");
        Handshake handshake = Handshake.of(client, contexts.engine(ClientHello.of(null)));
        byte[] session = handshake.sessionId();
        client.beginHandshake();
        try {
            handshake.exchange();
            System.out.println("not refused");
        } catch (SSLException e) {
            boolean same = Arrays.equals(handshake.sessionId(), session);
            System.out.println("refused, in " + (same ? "the same" : "another") + " session");
        }
    }
}
