package dev.serval.naming.java;

import dev.serval.naming.NamingContext;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import javax.naming.spi.ObjectFactory;

/**
 * Made by the JDK only, which prescribes its name (javax.naming.spi.NamingManager): for names that
 * begin with {@code java:}, and as the factory of the initial context. Stateless.
 */
public final class javaURLContextFactory implements ObjectFactory, InitialContextFactory {
    /** The value of {@code java.naming.factory.url.pkgs} by which the JDK finds it. */
    public static final String PACKAGES = "dev.serval.naming";

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
        return NamingContext.ofThread();
    }

    /** The context for all names, or the value of one name that is given as an object. */
    @Override
    public Object getObjectInstance(
            Object object, Name name, Context context, Hashtable<?, ?> environment)
            throws NamingException {
        if (object == null) {
            return NamingContext.ofThread();
        }
        return object instanceof String url ? NamingContext.ofThread().lookup(url) : null;
    }
}
