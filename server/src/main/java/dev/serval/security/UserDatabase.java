package dev.serval.security;

import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Users that realms ask for, and that programs may change: what a {@code ResourceLink} of the type
 * UserDatabase leads to. Thread-safe. Whoever has one can read what is kept of all passwords.
 */
public interface UserDatabase {
    /** What it has now. */
    UserTable table();

    /** The same as realms know it; the same object until something has changed. */
    Users users();

    /** Whether {@link #change} always fails. */
    boolean isReadOnly();

    /**
     * Changes what it has now, and keeps that for good; all of it or nothing. From then on logins
     * know it.
     *
     * @param change called once, with what it has now; what it throws changes nothing
     * @throws IOException when it cannot be kept, or must not be changed
     */
    void change(UnaryOperator<UserTable> change) throws IOException;
}
