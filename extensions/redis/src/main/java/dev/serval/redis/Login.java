package dev.serval.redis;

/**
 * The credentials of a connection. Immutable.
 *
 * @param user null for the default one
 * @param password null if there is none
 */
record Login(String user, String password) {
    /** Without the password. */
    @Override
    public String toString() {
        return user == null ? "the default user" : user;
    }
}
