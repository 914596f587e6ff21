package dev.serval.security;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Users by name. Immutable, thread-safe. */
public final class Users {
    /** No users. */
    public static final Users NONE = new Users(Set.of());

    private final Map<String, User> byName = new LinkedHashMap<>();

    /**
     * One of them. Immutable.
     *
     * @param name for the login
     * @param password as it is stored; null for a user without one, who cannot log in by a password
     * @param roles of the user
     */
    public record User(String name, String password, Set<String> roles) {
        public User {
            roles = Set.copyOf(roles);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** If two have the same name, the last one counts. */
    public Users(Collection<User> users) {
        users.forEach(user -> byName.put(user.name(), user));
    }

    /** The number of users. */
    public int size() {
        return byName.size();
    }

    /** Null if there is no user of that name. */
    User find(String name) {
        return byName.get(name);
    }

    /**
     * The value that an unknown user's password is compared with: the slowest; null if no user has
     * one.
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
