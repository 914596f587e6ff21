package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Function;

/**
 * Several realms, asked in order until one finds the user. Immutable, thread-safe.
 *
 * @param realms may be empty; then there are no users
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

    /** Each realm looks again at its own users alone. */
    @Override
    public UserPrincipal current(UserPrincipal user) {
        UserPrincipal now = user;
        for (Realm realm : realms) {
            now = now == null ? null : realm.current(now);
        }
        return now;
    }

    @Override
    public boolean mayWait() {
        for (int i = 0; i < realms.size(); i++) {
            if (realms.get(i).mayWait()) {
                return true;
            }
        }
        return false;
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

    /** Stops each of them even if another one throws. */
    private static void stop(List<Realm> some) {
        if (!some.isEmpty()) {
            try {
                some.get(0).stop();
            } finally {
                stop(some.subList(1, some.size()));
            }
        }
    }

    /** A realm that cannot answer now does not keep out a user whom another realm knows. */
    private UserPrincipal first(Function<Realm, UserPrincipal> question) {
        LoginsBusyException busy = null;
        for (Realm realm : realms) {
            try {
                UserPrincipal found = question.apply(realm);
                if (found != null) {
                    return found;
                }
            } catch (LoginsBusyException e) {
                busy = e;
            }
        }
        if (busy != null) {
            throw busy;
        }
        return null;
    }
}
