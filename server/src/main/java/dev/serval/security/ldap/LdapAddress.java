package dev.serval.security.ldap;

import java.util.List;
import java.util.Map;

/**
 * How a directory is reached. Names and defaults are Tomcat's. Immutable.
 *
 * @param urls the first one that answers is used
 * @param connectionName of the entry that searches; null for an anonymous bind
 * @param authentication the mechanism of the JDK for the password; null for the usual one
 * @param connectionTimeout milliseconds
 * @param readTimeout milliseconds for each answer
 * @param contextFactory a class of javax.naming
 * @param more further settings for the JDK: protocol, referrals, aliases
 * @param startTls null if connections do not begin without TLS
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
     * @param hostnameVerifier a class that is called if the certificate has another name; null if
     *     that ends the connection
     */
    public record StartTls(
            List<String> cipherSuites,
            String sslProtocol,
            String socketFactory,
            String hostnameVerifier) {}

    /** Only the URLs: a password must not be shown. */
    @Override
    public String toString() {
        return String.join(", ", urls);
    }
}
