package dev.serval.valve.rewrite;

import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The variables {@code %{SSL:NAME}}. */
enum TlsVariable {
    SSL_PROTOCOL,
    SSL_CIPHER,
    SSL_CIPHER_USEKEYSIZE,
    SSL_SESSION_ID,
    SSL_CLIENT_VERIFY,
    SSL_CLIENT_S_DN,
    SSL_CLIENT_I_DN,
    SSL_CLIENT_M_SERIAL,
    SSL_CLIENT_M_VERSION;

    private static final String PREFIX = "jakarta.servlet.request.";

    /** Null if there is none. */
    static TlsVariable named(String name) {
        return names().contains(name) ? valueOf(name) : null;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Enum::name).toList();
    }

    /** Null if the connection has none. */
    String of(HttpServletRequest request) {
        return switch (this) {
            case SSL_PROTOCOL -> attribute(request, "secure_protocol");
            case SSL_CIPHER -> attribute(request, "cipher_suite");
            case SSL_CIPHER_USEKEYSIZE -> attribute(request, "key_size");
            case SSL_SESSION_ID -> attribute(request, "ssl_session_id");
            case SSL_CLIENT_VERIFY -> client(request) == null ? "NONE" : "SUCCESS";
            case SSL_CLIENT_S_DN ->
                    client(request) == null
                            ? null
                            : client(request).getSubjectX500Principal().toString();
            case SSL_CLIENT_I_DN ->
                    client(request) == null
                            ? null
                            : client(request).getIssuerX500Principal().toString();
            case SSL_CLIENT_M_SERIAL ->
                    client(request) == null
                            ? null
                            : HexFormat.of()
                                    .withUpperCase()
                                    .formatHex(client(request).getSerialNumber().toByteArray());
            case SSL_CLIENT_M_VERSION ->
                    client(request) == null ? null : Integer.toString(client(request).getVersion());
        };
    }

    private static String attribute(HttpServletRequest request, String name) {
        Object value = request.getAttribute(PREFIX + name);
        return value == null ? null : value.toString();
    }

    private static X509Certificate client(HttpServletRequest request) {
        return request.getAttribute(PREFIX + "X509Certificate") instanceof X509Certificate[] all
                        && all.length > 0
                ? all[0]
                : null;
    }
}
