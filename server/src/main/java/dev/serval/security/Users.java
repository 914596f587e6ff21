package dev.serval.security;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Users by name. Immutable, thread-safe. */
public final class Users {
    /** Nobody. */
    public static final Users NONE = new Users(Set.of());

    private final Map<String, User> byName = new LinkedHashMap<>();

    /**
     * One of them. Immutable.
     *
     * @param name as it is given at the login
     * @param password as it is kept; null for a user who has none, and cannot log in by one
     * @param roles of the user
     */
    public record User(String name, String password, Set<String> roles) {
        public User {
            roles = Set.copyOf(roles);
        }

        UserPrincipal principal() {
            return new UserPrincipal(name, roles);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Of two with one name the last counts. */
    public Users(Collection<User> users) {
        users.forEach(user -> byName.put(user.name(), user));
    }

    /** How many there are. */
    public int size() {
        return byName.size();
    }

    /** Null when there is none of that name. */
    User find(String name) {
        return byName.get(name);
    }

    /**
     * What an unknown user's password is compared with: the one that takes longest; null when
     * nobody has one.
     */
    User decoy(CredentialHandler credentials) {
        User found = null;
        int most = 0;
        for (User user : byName.values()) {
            int rounds =
                    user.password() == null ? 0 : Math.max(1, credentials.rounds(user.password()));
            if (rounds > most) {
                most = rounds;
                found = user;
            }
        }
        return found;
    }
}
