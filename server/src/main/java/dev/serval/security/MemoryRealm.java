package dev.serval.security;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;

/** Users that are in memory, of a file for example. Thread-safe. */
public final class MemoryRealm implements Realm {
    private final Supplier<Users> users;
    private final CredentialHandler credentials;
    private final boolean validate;
    private final VerifiedPasswords verified = new VerifiedPasswords(1000);

    /**
     * @param users asked at each login
     * @param validate whether certificates must not be used before or after their time
     */
    public MemoryRealm(Supplier<Users> users, CredentialHandler credentials, boolean validate) {
        this.users = users;
        this.credentials = credentials;
        this.validate = validate;
    }

    /** With users that stay the same. */
    public static MemoryRealm of(Users users) {
        return new MemoryRealm(() -> users, Pbkdf2Credentials.DEFAULT, true);
    }

    @Override
    public UserPrincipal authenticate(String name, String password) {
        if (name == null || password == null) {
            return null;
        }
        Users table = users.get();
        Users.User user = table.find(name);
        boolean known = user != null && user.password() != null;
        Users.User compared = known ? user : table.decoy();
        if (compared == null) {
            return null;
        }
        if (known && verified.contains(name, password, user.password())) {
            return user.principal();
        }
        // An unknown user costs what a known one with a wrong password does.
        boolean right = credentials.matches(password, compared.password());
        if (!known || !right) {
            return null;
        }
        verified.add(name, password, user.password());
        return user.principal();
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        Users table = users.get();
        Users.User user = table.find(answer.user());
        boolean known = user != null && user.password() != null;
        Users.User compared = known ? user : table.decoy();
        if (compared == null) {
            return null;
        }
        String a1 = credentials.a1(answer, compared.password());
        boolean right = answer.isMadeWith(a1 == null ? answer.a1("") : a1);
        return known && a1 != null && right ? user.principal() : null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        if (validate) {
            try {
                certificate.checkValidity();
            } catch (CertificateException e) {
                return null; // the client's mistake: it gets the answer for nobody
            }
        }
        Users.User user = users.get().find(certificate.getSubjectX500Principal().toString());
        return user == null ? null : user.principal();
    }
}
