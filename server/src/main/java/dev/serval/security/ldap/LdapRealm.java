package dev.serval.security.ldap;

import dev.serval.security.CertificateNames;
import dev.serval.security.DigestAnswer;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.UserLookups;
import dev.serval.security.UserPrincipal;
import java.security.cert.X509Certificate;
import javax.naming.AuthenticationException;
import javax.naming.InvalidNameException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.OperationNotSupportedException;
import javax.naming.directory.InvalidAttributeValueException;

/**
 * Users of a directory. Thread-safe. The directory checks passwords, on a connection that is made
 * for the login; or the realm compares them with those that the directory stores. An empty password
 * is never right (RFC 4513 §5.1.2). How long a login takes is up to the directory, also for a user
 * that it does not know. No answer is kept for the next login: a user who is locked or taken out of
 * the directory is not let in again, and only a session saves queries.
 */
public final class LdapRealm implements Realm {
    private final LdapSettings settings;
    private final LdapConnections connections;
    private final LdapSearch search;
    private final PasswordCheck check;
    private final CertificateNames certificates;
    private final UserLookups lookups;

    /**
     * @param loader of the classes that the address names
     * @param most questions at a time
     * @param check for the passwords that the directory stores, if they are read
     */
    public LdapRealm(
            LdapAddress address,
            ClassLoader loader,
            LdapSettings settings,
            int most,
            PasswordCheck check,
            CertificateNames certificates,
            RealmLimits limits) {
        this.settings = settings;
        this.connections = new LdapConnections(address, loader);
        this.search = new LdapSearch(settings);
        this.check = check;
        this.certificates = certificates;
        int patience = address.connectionTimeout() + address.readTimeout();
        this.lookups =
                new UserLookups(
                        "the directory " + address + " of a Realm",
                        most,
                        limits,
                        UserLookups.patience(2 * patience));
    }

    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        if (password == null || password.isEmpty() || !LdapText.isName(user)) {
            return null;
        }
        if (settings.users().password() == null) {
            return lookups.ask(
                    client, () -> connections.use(service -> bound(service, user, password)));
        }
        LdapEntry found =
                lookups.ask(
                        client, () -> connections.use(service -> found(service, user, password)));
        String kept = found == null ? null : found.password();
        return check.isRight(user, password, kept, client)
                ? lookups.ask(client, () -> principal(found, password))
                : null;
    }

    /** Possible only if the passwords that the directory stores are read. */
    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        if (settings.users().password() == null || !LdapText.isName(answer.user())) {
            return null;
        }
        LdapEntry found =
                lookups.ask(
                        null,
                        () -> connections.use(service -> found(service, answer.user(), null)));
        return check.isRight(answer, found == null ? null : found.password())
                ? lookups.ask(null, () -> principal(found, null))
                : null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return certificates.find(certificate, this);
    }

    @Override
    public UserPrincipal find(String user) {
        if (!LdapText.isName(user)) {
            return null;
        }
        return lookups.ask(
                null,
                () ->
                        connections.use(
                                service -> {
                                    LdapEntry found = found(service, user, null);
                                    return found == null
                                            ? null
                                            : principal(service, found, service);
                                }));
    }

    /** Lets the directory check the password. */
    private UserPrincipal bound(LdapConnection service, String user, String password)
            throws NamingException {
        if (settings.users().patterns().isEmpty()) {
            LdapEntry found = found(service, user, password);
            return found == null ? null : bound(service, found, password);
        }
        for (String pattern : settings.users().patterns()) {
            String name = LdapSearch.name(pattern, user);
            try (LdapConnection own = opened(name, password)) {
                if (own != null) {
                    return principal(service, read(service, own, user, name), own);
                }
            }
        }
        return null;
    }

    private UserPrincipal bound(LdapConnection service, LdapEntry entry, String password)
            throws NamingException {
        try (LdapConnection own = opened(entry.name(), password)) {
            return own == null ? null : principal(service, entry, own);
        }
    }

    /** The connection of a user; null if the directory refuses the user with that password. */
    private LdapConnection opened(String name, String password) throws NamingException {
        try {
            return connections.of(name, password);
        } catch (AuthenticationException
                | InvalidAttributeValueException
                | InvalidNameException
                | NameNotFoundException
                | OperationNotSupportedException e) {
            return null; // wrong, unknown, locked, or no name: the client gets the same answer
        }
    }

    /** Reads an entry by the connection that may: that for searches, or the user's. */
    private LdapEntry read(LdapConnection service, LdapConnection own, String user, String name)
            throws NamingException {
        if (connections.haveName()) {
            try {
                return search.entry(service, user, name);
            } catch (NoPermissionException | NameNotFoundException e) {
                // The user's connection may.
            }
        }
        return search.entry(own, user, name);
    }

    /**
     * The entry of a user.
     *
     * @param password null if it is not known
     * @return null if there is none
     */
    private LdapEntry found(LdapConnection service, String user, String password)
            throws NamingException {
        LdapSettings.Users users = settings.users();
        for (String pattern : users.patterns()) {
            try {
                return search.entry(service, user, LdapSearch.name(pattern, user));
            } catch (NameNotFoundException | InvalidNameException e) {
                // Tries the next pattern.
            }
        }
        if (!users.patterns().isEmpty()) {
            return null;
        }
        if (!users.asUser() || password == null) {
            return search.user(service, user);
        }
        try (LdapConnection own = opened(user, password)) {
            return own == null ? null : search.user(own, user);
        }
    }

    private UserPrincipal principal(LdapEntry entry, String password) throws NamingException {
        boolean asUser = settings.roles() != null && settings.roles().asUser() && password != null;
        return connections.use(
                service -> {
                    try (LdapConnection own = asUser ? opened(entry.name(), password) : null) {
                        return principal(service, entry, own == null ? service : own);
                    }
                });
    }

    private UserPrincipal principal(LdapConnection service, LdapEntry entry, LdapConnection own)
            throws NamingException {
        boolean asUser = settings.roles() != null && settings.roles().asUser();
        return new UserPrincipal(entry.user(), search.roles(asUser ? own : service, entry));
    }

    @Override
    public void stop() {
        connections.close();
    }
}
