package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Users of the tables of a database; threads of its own query them. Thread-safe. */
public final class DataSourceRealm implements Realm {
    private static final int MOST_QUESTIONS = 8;

    private final Supplier<TableUsers> users;
    private final PasswordCheck check;
    private final CertificateNames certificates;
    private final UserLookups lookups;
    private final String origin;
    private final PresentUsers present = new PresentUsers(System::nanoTime);

    /**
     * @param what the users are of, for messages
     * @param users called at each login; throws {@link LoginsBusyException} if there are none
     * @param limits for logins that wait for the database, or for slow hashes
     * @param origin the origin of the users, whose roles are looked up at each request; null if the
     *     roles at the login count
     */
    public DataSourceRealm(
            String what,
            Supplier<TableUsers> users,
            PasswordCheck check,
            CertificateNames certificates,
            RealmLimits limits,
            String origin) {
        this.users = users;
        this.check = check;
        this.certificates = certificates;
        this.lookups = new UserLookups(what, MOST_QUESTIONS, limits, UserLookups.patience(0));
        this.origin = origin;
    }

    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        if (password == null) {
            return null;
        }
        boolean right = check.isRight(user, password, kept(user, client), client);
        return right ? principal(user, client) : null;
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        boolean right = check.isRight(answer, kept(answer.user(), null));
        return right ? principal(answer.user(), null) : null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return certificates.find(certificate, this);
    }

    @Override
    public UserPrincipal find(String user) {
        if (!UserLookups.isName(user)) {
            return null;
        }
        return find(user, users.get());
    }

    private UserPrincipal find(String user, TableUsers all) {
        Set<String> roles = ask(null, all, () -> all.rolesOfKnown(user));
        return roles == null ? null : new UserPrincipal(user, roles, origin);
    }

    @Override
    public UserPrincipal current(UserPrincipal user) {
        if (origin == null || !origin.equals(user.origin())) {
            return user;
        }
        TableUsers all = users.get();
        UserPrincipal now = present.find(all.toString(), user.name(), name -> find(name, all));
        return now != null && now.roles().equals(user.roles()) ? user : now;
    }

    @Override
    public boolean mayWait() {
        return origin != null;
    }

    private String kept(String user, String client) {
        if (!UserLookups.isName(user)) {
            return null;
        }
        TableUsers all = users.get();
        return ask(client, all, () -> all.password(user));
    }

    private UserPrincipal principal(String user, String client) {
        TableUsers all = users.get();
        UserPrincipal found =
                new UserPrincipal(user, ask(client, all, () -> all.roles(user)), origin);
        if (origin != null) {
            present.add(all.toString(), found);
        }
        return found;
    }

    private <T> T ask(String client, TableUsers all, Callable<T> question) {
        return lookups.ask(client, all.loader(), question);
    }
}
