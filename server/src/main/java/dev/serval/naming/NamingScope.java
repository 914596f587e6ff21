package dev.serval.naming;

/**
 * Implemented by the class loaders of applications: threads whose context class loader it is, or a
 * child of it, see its names. Thread-safe.
 */
public interface NamingScope {
    /** Never null. */
    NamingEntries namingEntries();

    /** The one of the calling thread; null when it runs no application. */
    static NamingScope ofThread() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        while (loader != null) {
            if (loader instanceof NamingScope scope) {
                return scope;
            }
            loader = loader.getParent();
        }
        return null;
    }
}
