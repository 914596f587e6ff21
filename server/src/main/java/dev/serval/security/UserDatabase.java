package dev.serval.security;

import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Users that realms look up, and that programs may change: the target of a {@code ResourceLink} of
 * the type UserDatabase. Thread-safe. A program that has one can read the stored values of all
 * passwords.
 */
public interface UserDatabase {
    /** The current content. */
    UserTable table();

    /** The same as realms know it; the same object until something has changed. */
    Users users();

    /** Whether {@link #change} always fails. */
    boolean isReadOnly();

    /**
     * Changes the current content, and stores it; all of it or nothing. From then on logins use it.
     *
     * @param change called once, with the current content; if it throws, nothing is changed
     * @throws IOException when it cannot be stored, or must not be changed
     */
    void change(UnaryOperator<UserTable> change) throws IOException;
}
