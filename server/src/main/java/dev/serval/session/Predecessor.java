package dev.serval.session;

/**
 * The sessions of an application that another one replaces, while both have sessions. Thread-safe.
 */
public interface Predecessor {
    /** Moves the session with that id to the other application; null if there is none. May wait. */
    Session find(String id);

    /** Moves all sessions, including those of its own predecessor. May wait. */
    void moveAll();
}
