package dev.serval.security;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;

/** Users that are in memory, of a file for example. Thread-safe. */
public final class MemoryRealm implements Realm {
    private final Supplier<Users> users;
    private final CredentialHandler credentials;
    private final boolean validate;
    private final HashQueue queue;
    private final VerifiedPasswords verified = new VerifiedPasswords(1000);
    private volatile Decoy decoy = new Decoy(Users.NONE, null);

    /** What unknown users are compared with, as long as the users are these. */
    private record Decoy(Users of, Users.User user) {}

    /**
     * @param users asked at each login
     * @param validate whether certificates must not be used before or after their time
     * @param threads that hash slowly, shared with other realms
     * @param limits for those that wait for them
     */
    public MemoryRealm(
            Supplier<Users> users,
            CredentialHandler credentials,
            boolean validate,
            HashThreads threads,
            RealmLimits limits) {
        this.users = users;
        this.credentials = credentials;
        this.validate = validate;
        this.queue = new HashQueue(threads, limits);
    }

    /** With users that stay the same, and threads of its own. */
    public static MemoryRealm of(Users users) {
        return new MemoryRealm(
                () -> users,
                Pbkdf2Credentials.DEFAULT,
                true,
                new HashThreads(),
                RealmLimits.DEFAULTS);
    }

    @Override
    public UserPrincipal authenticate(String name, String password, String client) {
        if (name == null || password == null) {
            return null;
        }
        Users table = users.get();
        Users.User user = table.find(name);
        boolean known = user != null && user.password() != null;
        Users.User other = decoy(table);
        if (other == null || known && verified.contains(name, password, user.password())) {
            return other == null ? null : user.principal();
        }
        // What is kept in a fast form need not wait for others; a wrong one takes their time.
        boolean fast = known && credentials.rounds(user.password()) < HashQueue.SLOW;
        boolean right = fast && matches(user, password);
        if (!right && credentials.rounds(other.password()) >= HashQueue.SLOW) {
            right =
                    queue.compare(
                            client, () -> matches(known && !fast ? user : null, other, password));
        } else if (!known) {
            credentials.matches(password, other.password());
        }
        return right ? user.principal() : null;
    }

    /**
     * Whether it is the password of that user. A wrong one takes as long as that of an unknown
     * user.
     *
     * @param user null for an unknown one
     */
    private boolean matches(Users.User user, Users.User other, String password) {
        // Another request with the same password may have come before it in the queue.
        if (user != null
                && (verified.contains(user.name(), password, user.password())
                        || matches(user, password))) {
            return true;
        }
        if (user == null
                || credentials.rounds(user.password()) < credentials.rounds(other.password())) {
            credentials.matches(password, other.password());
        }
        return false;
    }

    private boolean matches(Users.User user, String password) {
        boolean right = credentials.matches(password, user.password());
        if (right) {
            verified.add(user.name(), password, user.password());
        }
        return right;
    }

    private Users.User decoy(Users table) {
        Decoy now = decoy;
        if (now.of() != table) {
            now = new Decoy(table, table.decoy(credentials));
            decoy = now;
        }
        return now.user();
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        Users table = users.get();
        Users.User user = table.find(answer.user());
        boolean known = user != null && user.password() != null;
        Users.User compared = known ? user : decoy(table);
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
        return find(certificate.getSubjectX500Principal().toString());
    }

    @Override
    public UserPrincipal find(String name) {
        Users.User user = users.get().find(name);
        return user == null ? null : user.principal();
    }
}
