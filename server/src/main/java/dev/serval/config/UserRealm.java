package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.CredentialHandler;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.UserFiles;
import dev.serval.settings.Location;

/**
 * A realm whose users are those of a file. Immutable.
 *
 * @param at where it stands
 * @param resourceName of a UserDatabase in GlobalNamingResources; null where the file is named
 * @param pathname of the file, absolute or relative to the base; null where a database is named
 * @param credentials how passwords are kept
 * @param validate whether certificates must not be used before or after their time
 * @param limits for logins that wait until their password is looked at
 */
public record UserRealm(
        Location at,
        String resourceName,
        String pathname,
        Factory<CredentialHandler> credentials,
        boolean validate,
        RealmLimits limits)
        implements Factory<Realm> {

    @Override
    public Realm make(Place place) throws Exception {
        UserFiles files = place.service(UserFiles.class);
        String path = resourceName == null ? pathname : files.database(resourceName);
        if (path == null) {
            throw new LifecycleException(
                    at
                            + ": resourceName of Realm is \""
                            + resourceName
                            + "\", but GlobalNamingResources of server.xml has no UserDatabase of"
                            + " that name");
        }
        return new MemoryRealm(
                files.users(path), credentials.make(place), validate, files.hashThreads(), limits);
    }
}
