package dev.serval.lifecycle;

/**
 * Switches the context class loader of the calling thread. Stateless. It takes no task to run, so
 * that it adds no stack frame and allocates nothing; and it does not set a loader that is already
 * set, since writing a field of a thread costs a collector's barrier.
 */
public final class ContextClassLoader {
    private ContextClassLoader() {}

    /**
     * Sets the loader of the calling thread.
     *
     * @return the argument for {@link #leave}
     */
    public static ClassLoader enter(ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (before != loader) {
            thread.setContextClassLoader(loader);
        }
        return before;
    }

    /** Restores the former loader of the calling thread. */
    public static void leave(ClassLoader before) {
        enter(before);
    }
}
