package dev.serval.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLParameters;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** Which certificates of servers are trusted. Stateless. */
final class Trust {
    private Trust() {}

    /**
     * For connections by TLS to a host that the certificate has to name.
     *
     * @param file null for the authorities that the JDK trusts
     * @param password null if the file has none
     * @throws IOException with a message that names the file, if it cannot be used
     */
    static SslOptions of(Path file, String password) throws IOException {
        SSLParameters named = new SSLParameters();
        named.setEndpointIdentificationAlgorithm("HTTPS");
        SslOptions.Builder options =
                SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL).sslParameters(named);
        if (file != null) {
            char[] given = password == null ? null : password.toCharArray();
            try {
                String type = KeyStore.getInstance(file.toFile(), given).getType();
                options.trustStoreType(type).truststore(file.toFile(), given);
            } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
                throw new IOException(
                        "the truststoreFile " + file + " cannot be used: " + e.getMessage(), e);
            }
        }
        return options.build();
    }
}
