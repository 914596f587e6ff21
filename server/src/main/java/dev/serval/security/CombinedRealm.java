package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Several realms, asked in their order until one knows the user. Immutable, thread-safe.
 *
 * @param realms none of them means that nobody is known
 */
public record CombinedRealm(List<Realm> realms) implements Realm {
    public CombinedRealm {
        realms = List.copyOf(realms);
    }

    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        return first(realm -> realm.authenticate(user, password, client));
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        return first(realm -> realm.authenticate(answer));
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return first(realm -> realm.authenticate(certificate));
    }

    @Override
    public UserPrincipal find(String user) {
        return first(realm -> realm.find(user));
    }

    @Override
    public void start() {
        realms.forEach(Realm::start);
    }

    @Override
    public void stop() {
        realms.forEach(Realm::stop);
    }

    private UserPrincipal first(Function<Realm, UserPrincipal> question) {
        return realms.stream().map(question).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
