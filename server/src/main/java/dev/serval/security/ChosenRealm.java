package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.function.Supplier;

/**
 * The realm that is chosen at each question, for example by the application whose user logs in.
 * Thread-safe.
 *
 * @param choice throws {@link LoginsBusyException} where there is none
 */
public record ChosenRealm(Supplier<Realm> choice) implements Realm {
    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        return choice.get().authenticate(user, password, client);
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        return choice.get().authenticate(answer);
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return choice.get().authenticate(certificate);
    }

    @Override
    public UserPrincipal find(String user) {
        return choice.get().find(user);
    }

    @Override
    public UserPrincipal current(UserPrincipal user) {
        try {
            return choice.get().current(user);
        } catch (LoginsBusyException e) {
            return user; // whoever knows the users cannot be asked now
        }
    }

    @Override
    public boolean mayWait() {
        return true; // the one that will be chosen may
    }
}
