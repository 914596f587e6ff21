package dev.serval.security;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Function;

/**
 * The name by which a realm looks up the user of a certificate. Immutable.
 *
 * @param validate whether a certificate is refused before and after its period of validity; default
 *     true
 * @param name returns null if there is no user; default the subject
 */
public record CertificateNames(boolean validate, Function<X509Certificate, String> name) {
    public static final CertificateNames DEFAULTS =
            new CertificateNames(true, CertificateNames::subject);

    /** The whole name of the subject. */
    public static String subject(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().toString();
    }

    /** The user of a certificate that TLS has verified; null if there is none. */
    public UserPrincipal find(X509Certificate certificate, Realm realm) {
        if (validate) {
            try {
                certificate.checkValidity();
            } catch (CertificateException e) {
                return null; // the client's mistake: it gets the answer for an unknown user
            }
        }
        String user = name.apply(certificate);
        return user == null ? null : realm.find(user);
    }
}
