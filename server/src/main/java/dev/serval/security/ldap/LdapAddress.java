package dev.serval.security.ldap;

import java.util.List;
import java.util.Map;

/**
 * How a directory is reached. Names and defaults are Tomcat's. Immutable.
 *
 * @param urls the first that answers counts
 * @param connectionName of the entry that searches; null for nobody
 * @param authentication how a password is shown: a mechanism of the JDK; null for the usual one
 * @param connectionTimeout milliseconds
 * @param readTimeout milliseconds for each answer
 * @param contextFactory a class of javax.naming
 * @param more what the JDK is told besides: protocol, referrals, aliases
 * @param startTls null where connections do not begin without TLS
 */
public record LdapAddress(
        List<String> urls,
        String connectionName,
        String connectionPassword,
        String authentication,
        int connectionTimeout,
        int readTimeout,
        String contextFactory,
        Map<String, String> more,
        StartTls startTls) {
    public LdapAddress {
        urls = List.copyOf(urls);
        more = Map.copyOf(more);
    }

    /**
     * TLS on a connection that has begun without it (RFC 4511 §4.14). Immutable.
     *
     * @param cipherSuites null for those of the JDK
     * @param sslProtocol null for those of the JDK
     * @param socketFactory a class; null for that of the JDK
     * @param hostnameVerifier a class that is asked where the certificate has another name; null
     *     where that ends the connection
     */
    public record StartTls(
            List<String> cipherSuites,
            String sslProtocol,
            String socketFactory,
            String hostnameVerifier) {}

    /** Only the URLs: no password is for people. */
    @Override
    public String toString() {
        return String.join(", ", urls);
    }
}
