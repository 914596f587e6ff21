package dev.serval.builtin;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.CertificateNames;
import dev.serval.security.CredentialHandler;
import dev.serval.security.DataSourceRealm;
import dev.serval.security.MemoryRealm;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.TableUsers;
import dev.serval.security.UserDatabase;
import dev.serval.security.UserFiles;
import dev.serval.settings.Location;

/**
 * A realm whose users are those of a file, or of a UserDatabase. Immutable.
 *
 * @param at where it stands
 * @param resourceName of a UserDatabase in GlobalNamingResources; null where the file is named
 * @param pathname of the file, absolute or relative to the base; null where a database is named
 * @param credentials how passwords are kept; null for plain text and what serval.sh digest prints
 * @param certificates the name by which the user of a certificate is found
 * @param limits for logins that wait until their password is checked
 * @param keepsRoles whether users keep the roles that they had at the login
 */
public record UserRealm(
        Location at,
        String resourceName,
        String pathname,
        Factory<CredentialHandler> credentials,
        Factory<CertificateNames> certificates,
        RealmLimits limits,
        boolean keepsRoles)
        implements Factory<Realm> {
    /** The file of users if no other is given. */
    public static final String FILE = "conf/tomcat-users.xml";

    @Override
    public Realm make(Place place) throws Exception {
        UserFiles files = place.service(UserFiles.class);
        UserDatabase named = resourceName == null ? null : files.database(resourceName);
        if (resourceName != null && named == null) {
            throw new LifecycleException(
                    at
                            + ": resourceName of Realm is \""
                            + resourceName
                            + "\", but GlobalNamingResources of server.xml has no UserDatabase of"
                            + " that name");
        }
        CredentialHandler handler = RealmAttributes.made(credentials, place);
        CertificateNames names = certificates.make(place);
        String origin = keepsRoles ? null : resourceName;
        if (named instanceof TableUsers tables) {
            return new DataSourceRealm(
                    tables.toString(),
                    () -> tables,
                    new PasswordCheck(handler, files.hashThreads(), limits),
                    names,
                    limits,
                    origin);
        }
        return new MemoryRealm(
                named == null ? files.users(pathname) : named::users,
                handler,
                names,
                files.hashThreads(),
                limits,
                origin);
    }
}
