package dev.serval.security;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.cert.X509Certificate;

/**
 * CLIENT-CERT (Servlet 6.1 §13.6.4): uses the certificate that TLS has verified. Stateless. The
 * connector has to request it ({@code certificateVerification}).
 */
public final class CertificateAuthenticator implements Authenticator {
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    @Override
    public String authType() {
        return HttpServletRequest.CLIENT_CERT_AUTH;
    }

    @Override
    public boolean takesPasswords() {
        return false;
    }

    @Override
    public UserPrincipal authenticate(LoginRequest login, Realm realm) throws IOException {
        Object chain = login.request().getAttribute(CERTIFICATES);
        UserPrincipal user =
                chain instanceof X509Certificate[] certificates && certificates.length > 0
                        ? realm.authenticate(certificates[0])
                        : null;
        if (user == null) {
            login.response().sendError(401);
        }
        return user;
    }
}
