package dev.serval.tls;

import java.util.List;

/**
 * The settings for one host name that clients ask for (SNI), the element {@code SSLHostConfig}.
 * Immutable.
 *
 * @param hostName in lower case: a name, {@code *.} and a name for one more label, or {@code
 *     _default_}
 * @param protocols JSSE names; {@link Protocols} reads Tomcat's syntax; default TLS 1.3 and 1.2
 * @param cipherSuites JSSE names, the best first; {@link CipherList} reads OpenSSL's syntax
 * @param honorCipherOrder whether the order of cipherSuites counts instead of the client's; default
 *     true
 * @param certificateVerification default NONE
 * @param trust needed unless certificateVerification is NONE
 * @param sessionTimeout seconds in which a session can be resumed; default 86400; 0 means no limit
 * @param sessionCacheSize sessions that are remembered; 0 means no limit; -1 means the JDK's
 *     default, 20480
 * @param groups by which keys are agreed on; default the JDK's choice
 * @param certificates at least one; each handshake uses the first one whose algorithm the client
 *     accepts
 */
public record TlsHost(
        String hostName,
        List<String> protocols,
        List<String> cipherSuites,
        boolean honorCipherOrder,
        CertificateVerification certificateVerification,
        TlsTrust trust,
        int sessionTimeout,
        int sessionCacheSize,
        KeyGroups groups,
        List<TlsCertificate> certificates) {

    /** The name of the settings for clients that ask for no name or for an unknown one. */
    public static final String DEFAULT = "_default_";

    public TlsHost {
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
        certificates = List.copyOf(certificates);
    }

    /** With the groups of the JDK's choice. */
    public TlsHost(
            String hostName,
            List<String> protocols,
            List<String> cipherSuites,
            boolean honorCipherOrder,
            CertificateVerification certificateVerification,
            TlsTrust trust,
            int sessionTimeout,
            int sessionCacheSize,
            List<TlsCertificate> certificates) {
        this(
                hostName,
                protocols,
                cipherSuites,
                honorCipherOrder,
                certificateVerification,
                trust,
                sessionTimeout,
                sessionCacheSize,
                KeyGroups.DEFAULT,
                certificates);
    }

    /** All defaults, for one name. */
    public static TlsHost of(String hostName, TlsCertificate... certificates) {
        return new TlsHost(
                hostName,
                Protocols.ALL,
                CipherList.DEFAULT.suites(),
                true,
                CertificateVerification.NONE,
                TlsTrust.NONE,
                86_400,
                -1,
                List.of(certificates));
    }
}
