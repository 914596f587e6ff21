package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.function.Supplier;

/** Users in memory, for example from a file. Thread-safe. */
public final class MemoryRealm implements Realm {
    private final Supplier<Users> users;
    private final CredentialHandler credentials;
    private final CertificateNames certificates;
    private final PasswordCheck check;
    private final String origin;
    private volatile Decoy decoy = new Decoy(Users.NONE, null);

    /** The value that unknown users are compared with, as long as the users stay the same. */
    private record Decoy(Users of, Users.User user) {}

    /**
     * @param users called at each login
     * @param threads that hash slowly, shared with other realms
     * @param limits for logins that wait for these threads
     * @param origin the origin of the users, whose roles are looked up at each request; null if the
     *     roles at the login count
     */
    public MemoryRealm(
            Supplier<Users> users,
            CredentialHandler credentials,
            CertificateNames certificates,
            LoginThreads threads,
            RealmLimits limits,
            String origin) {
        this.origin = origin;
        this.users = users;
        this.credentials = credentials;
        this.certificates = certificates;
        this.check = new PasswordCheck(credentials, threads, limits);
    }

    /** The same where the roles at the login count. */
    public MemoryRealm(
            Supplier<Users> users,
            CredentialHandler credentials,
            CertificateNames certificates,
            LoginThreads threads,
            RealmLimits limits) {
        this(users, credentials, certificates, threads, limits, null);
    }

    /** With constant users, and threads of its own. */
    public static MemoryRealm of(Users users) {
        return new MemoryRealm(
                () -> users,
                Pbkdf2Credentials.DEFAULT,
                CertificateNames.DEFAULTS,
                new LoginThreads(),
                RealmLimits.DEFAULTS);
    }

    @Override
    public UserPrincipal authenticate(String name, String password, String client) {
        if (name == null || password == null) {
            return null;
        }
        Users table = users.get();
        Users.User user = table.find(name);
        String kept = user == null ? null : user.password();
        return check.isRight(name, password, kept, decoy(table), client) ? principal(user) : null;
    }

    private UserPrincipal principal(Users.User user) {
        return new UserPrincipal(user.name(), user.roles(), origin);
    }

    private String decoy(Users table) {
        Decoy now = decoy;
        if (now.of() != table) {
            now = new Decoy(table, table.decoy(credentials));
            decoy = now;
        }
        return now.user() == null ? null : now.user().password();
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        Users table = users.get();
        Users.User user = table.find(answer.user());
        String kept = user == null ? null : user.password();
        return check.isRight(answer, kept, decoy(table)) ? principal(user) : null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return certificates.find(certificate, this);
    }

    @Override
    public UserPrincipal find(String name) {
        Users.User user = users.get().find(name);
        return user == null ? null : principal(user);
    }

    @Override
    public UserPrincipal current(UserPrincipal user) {
        if (origin == null || !origin.equals(user.origin())) {
            return user;
        }
        Users.User now;
        try {
            now = users.get().find(user.name());
        } catch (LoginsBusyException e) {
            return user; // the source of the users does not answer now
        }
        boolean same = now != null && now.roles().equals(user.roles());
        return same ? user : now == null ? null : principal(now);
    }
}
