package dev.serval.naming;

/**
 * Implemented by the class loaders of applications: threads whose context class loader is one of
 * these, or a child of one, see its names. Thread-safe.
 */
public interface NamingScope {
    /** Never null. */
    NamingEntries namingEntries();

    /** The scope of the calling thread; null if it runs no application. */
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
