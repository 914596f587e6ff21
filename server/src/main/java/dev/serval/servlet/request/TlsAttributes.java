package dev.serval.servlet.request;

import dev.serval.net.TlsSession;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** What TLS adds to the attributes of a request (Servlet 6.1 §3.11). Stateless. */
final class TlsAttributes {
    private static final String PROTOCOL = "jakarta.servlet.request.secure_protocol";
    private static final String CIPHER_SUITE = "jakarta.servlet.request.cipher_suite";
    private static final String KEY_SIZE = "jakarta.servlet.request.key_size";
    private static final String SESSION_ID = "jakarta.servlet.request.ssl_session_id";
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private TlsAttributes() {}

    /** The value of that attribute; null if it is another attribute, or has no value. */
    static Object of(TlsSession tls, String name) {
        return switch (name) {
            case PROTOCOL -> tls.protocol();
            case CIPHER_SUITE -> tls.cipherSuite();
            case KEY_SIZE -> tls.keySize() == 0 ? null : tls.keySize();
            case SESSION_ID -> tls.id().isEmpty() ? null : tls.id();
            case CERTIFICATES ->
                    tls.clientCertificates().isEmpty()
                            ? null
                            : tls.clientCertificates().toArray(new X509Certificate[0]);
            default -> null;
        };
    }

    /** The given names, followed by those of these attributes that have a value. */
    static Collection<String> names(TlsSession tls, Set<String> others) {
        Set<String> names = new LinkedHashSet<>(others);
        for (String name :
                new String[] {PROTOCOL, CIPHER_SUITE, KEY_SIZE, SESSION_ID, CERTIFICATES}) {
            if (of(tls, name) != null) {
                names.add(name);
            }
        }
        return names;
    }
}
