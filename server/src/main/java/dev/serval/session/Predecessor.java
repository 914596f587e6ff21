package dev.serval.session;

/** The sessions of an application that another one replaces, while both have some. Thread-safe. */
public interface Predecessor {
    /** Moves the session with that id to the other application; null if there is none. May wait. */
    Session find(String id);

    /** Moves all of them, those of its own predecessor included. May wait. */
    void moveAll();
}
