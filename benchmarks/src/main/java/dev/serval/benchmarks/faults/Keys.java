package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** The servers' certificate, and clients that believe everybody. Stateless. */
final class Keys {
    static final String PASSWORD = "faults";

    private static final class Credulous implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // Servers only.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // It is on this machine, and was made for this run.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private Keys() {}

    /** Makes a PKCS12 file with a key on P-256. */
    static void make(Path file) throws IOException, InterruptedException {
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                "EC",
                                "-groupname",
                                "secp256r1",
                                "-dname",
                                "CN=localhost",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no key");
        }
    }

    static SSLSocketFactory clients() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Credulous()}, new SecureRandom());
        return context.getSocketFactory();
    }
}
