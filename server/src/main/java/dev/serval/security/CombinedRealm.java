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
        for (int i = 0; i < realms.size(); i++) {
            try {
                realms.get(i).start();
            } catch (RuntimeException | Error e) {
                try {
                    stop(realms.subList(0, i));
                } catch (RuntimeException | Error next) {
                    e.addSuppressed(next);
                }
                throw e;
            }
        }
    }

    @Override
    public void stop() {
        stop(realms);
    }

    /** Each, whatever another one throws. */
    private static void stop(List<Realm> some) {
        if (!some.isEmpty()) {
            try {
                some.get(0).stop();
            } finally {
                stop(some.subList(1, some.size()));
            }
        }
    }

    private UserPrincipal first(Function<Realm, UserPrincipal> question) {
        return realms.stream().map(question).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
