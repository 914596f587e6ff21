package dev.serval.net;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What the two ends of a TLS connection agreed on. Immutable.
 *
 * @param protocol for example {@code TLSv1.3}
 * @param cipherSuite the name that the IANA registered
 * @param keySize bits of the cipher's key; 0 if unknown
 * @param id of the session, in hexadecimal digits; empty if it has none
 * @param clientCertificates the client's own first; empty if it sent none
 * @param host the server name that the client asked for (RFC 6066 §3), in lower case; null if it
 *     named none
 * @param identity the same object for all connections that resume this session, and for no other:
 *     unlike the id, which a client that uses session tickets chooses itself (RFC 5077 §3.4). Only
 *     sessions that the server keeps are recognised; one that is resumed by a stateless ticket is
 *     new
 */
public record TlsSession(
        String protocol,
        String cipherSuite,
        int keySize,
        String id,
        List<X509Certificate> clientCertificates,
        String host,
        Object identity) {}
