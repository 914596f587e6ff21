package dev.serval.valve.around;

import dev.serval.http.Exchange;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import dev.serval.valve.address.ProxyList;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SSLValve: turns the fields that a proxy adds about its TLS connection into attributes of
 * requests, only for connections from such proxies. Immutable.
 *
 * @param proxies whose fields are trusted
 * @param certificate the field with the client's certificate in PEM, its lines joined by blanks
 * @param escapedCertificate the field with the same, encoded for a URI
 * @param protocol the field with the protocol
 * @param cipher the field with the cipher suite
 * @param session the field with the id of the TLS session
 * @param keySize the field with the bits of the key
 */
public record ProxyTls(
        ProxyList proxies,
        String certificate,
        String escapedCertificate,
        String protocol,
        String cipher,
        String session,
        String keySize)
        implements CallValve {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyTls.class);
    private static final String PREFIX = "jakarta.servlet.request.";
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        if (isTrusted(chain.exchange())) {
            String given = told(request, certificate);
            X509Certificate client = certificate(given != null ? given : escaped(request));
            if (client != null) {
                request.setAttribute(PREFIX + "X509Certificate", new X509Certificate[] {client});
            }
            put(request, "secure_protocol", told(request, protocol));
            put(request, "cipher_suite", told(request, cipher));
            put(request, "ssl_session_id", told(request, session));
            String bits = told(request, keySize);
            put(
                    request,
                    "key_size",
                    bits != null && bits.matches("\\d{1,9}") ? Integer.valueOf(bits) : null);
        }
        chain.proceed();
    }

    private boolean isTrusted(Exchange exchange) {
        return exchange.connectionPeer().remote() instanceof InetSocketAddress proxy
                && proxies.contains(proxy.getAddress());
    }

    private static void put(HttpServletRequest request, String name, Object value) {
        if (value != null) {
            request.setAttribute(PREFIX + name, value);
        }
    }

    /** Null if the proxy sends no value; httpd then sends "(null)". */
    private static String told(HttpServletRequest request, String field) {
        String value = field.isEmpty() ? null : request.getHeader(field);
        return value == null || value.isBlank() || value.equals("(null)") ? null : value.strip();
    }

    private String escaped(HttpServletRequest request) {
        String value = told(request, escapedCertificate);
        try {
            // nginx sends the line break at its end, too.
            return value == null
                    ? null
                    : URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8).strip();
        } catch (IllegalArgumentException e) {
            return null; // a bad escape
        }
    }

    private static X509Certificate certificate(String text) {
        if (text == null || !text.startsWith(BEGIN) || !text.endsWith(END)) {
            return null;
        }
        String base64 =
                text.substring(BEGIN.length(), text.length() - END.length())
                        .replaceAll("\\s", "\n");
        String pem = BEGIN + "\n" + base64.strip() + "\n" + END + "\n";
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(
                                    new ByteArrayInputStream(
                                            pem.getBytes(StandardCharsets.US_ASCII)));
        } catch (CertificateException e) {
            LOG.debug("a proxy has sent an invalid certificate", e);
            return null;
        }
    }
}
