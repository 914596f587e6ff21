package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.function.Supplier;

/**
 * The realm that is chosen at each call, for example by the application whose user logs in.
 * Thread-safe.
 *
 * @param choice throws {@link LoginsBusyException} if there is none
 * @param looksAgain whether users have their present roles, as {@link #current} finds them
 */
public record ChosenRealm(Supplier<Realm> choice, boolean looksAgain) implements Realm {
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
        return looksAgain ? choice.get().current(user) : user;
    }

    @Override
    public boolean mayWait() {
        return looksAgain; // the realm that will be chosen may wait
    }
}
