package org.apache.catalina;

import java.security.Principal;
import java.util.Enumeration;
import org.ietf.jgss.GSSCredential;

/**
 * A user as Tomcat's realms create them. Those of this server's realms are not of this type: an
 * application that checks for it still runs, and gets false.
 */
public interface TomcatPrincipal extends Principal {
    /** The user for the application. */
    Principal getUserPrincipal();

    /** The credential that the user has delegated; null if there is none. */
    GSSCredential getGssCredential();

    /** Releases the resources of the login. */
    void logout() throws Exception;

    /** An attribute from the realm; null if there is none. */
    Object getAttribute(String name);

    /** The names of the attributes. */
    Enumeration<String> getAttributeNames();
}
