package dev.serval.security;

import javax.naming.NamingException;

/** What realms find by names. Thread-safe. Throws with a message where there is nothing. */
public interface RealmResources {
    /** What GlobalNamingResources has. */
    Object global(String name) throws NamingException;

    /**
     * What an application has below java:comp/env: the one whose class loader is the context class
     * loader of the calling thread.
     */
    Object ofApplication(String name) throws NamingException;
}
