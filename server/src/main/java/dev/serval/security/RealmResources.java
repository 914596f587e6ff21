package dev.serval.security;

import javax.naming.NamingException;

/**
 * The resources that realms look up by name. Thread-safe. Throws with a message if there is none.
 */
public interface RealmResources {
    /** An object of GlobalNamingResources. */
    Object global(String name) throws NamingException;

    /**
     * An object of an application below java:comp/env: the application whose class loader is the
     * context class loader of the calling thread.
     */
    Object ofApplication(String name) throws NamingException;
}
