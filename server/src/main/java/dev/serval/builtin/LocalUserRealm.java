package dev.serval.builtin;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.security.CertificateNames;
import dev.serval.security.ChosenRealm;
import dev.serval.security.CredentialHandler;
import dev.serval.security.DataSourceRealm;
import dev.serval.security.LoginThreads;
import dev.serval.security.LoginsBusyException;
import dev.serval.security.MemoryRealm;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.RealmResources;
import dev.serval.security.TableUsers;
import dev.serval.security.UserDatabase;
import dev.serval.security.UserFiles;
import javax.naming.NamingException;

/**
 * A realm whose UserDatabase is looked up by name in the application where the user logs in.
 * Immutable.
 *
 * @param name below java:comp/env
 * @param credentials how passwords are kept; null for plain text and what serval.sh digest prints
 * @param certificates the name by which the user of a certificate is found
 * @param limits for logins that wait until their password is checked
 * @param keepsRoles whether users keep the roles that they had at the login
 */
record LocalUserRealm(
        String name,
        Factory<CredentialHandler> credentials,
        Factory<CertificateNames> certificates,
        RealmLimits limits,
        boolean keepsRoles)
        implements Factory<Realm> {
    private static final int RETRY_SECONDS = 5;

    @Override
    public Realm make(Place place) throws Exception {
        RealmResources resources = place.service(RealmResources.class);
        CredentialHandler handler = RealmAttributes.made(credentials, place);
        CertificateNames names = certificates.make(place);
        LoginThreads threads = place.service(UserFiles.class).hashThreads();
        String full = "java:comp/env/" + name;
        String origin = keepsRoles ? null : full;
        Realm ofFile =
                new MemoryRealm(
                        () -> database(resources).users(), handler, names, threads, limits, origin);
        Realm ofTables =
                new DataSourceRealm(
                        "the UserDatabase " + full + " of a Realm",
                        () -> (TableUsers) database(resources),
                        new PasswordCheck(handler, threads, limits),
                        names,
                        limits,
                        origin);
        return new ChosenRealm(
                () -> database(resources) instanceof TableUsers ? ofTables : ofFile, !keepsRoles);
    }

    private UserDatabase database(RealmResources resources) {
        String reason;
        try {
            if (resources.ofApplication(name) instanceof UserDatabase database) {
                return database;
            }
            reason = name + " is no UserDatabase";
        } catch (NamingException e) {
            reason = e.getMessage();
        }
        throw new LoginsBusyException(
                "a Realm with localJndiResource finds no users: " + reason, RETRY_SECONDS);
    }
}
