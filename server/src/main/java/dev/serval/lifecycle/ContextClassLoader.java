package dev.serval.lifecycle;

/**
 * The class loader that the calling thread works with. Stateless. Not a task that is run: the stack
 * of a call stays short, and nothing is made for it.
 */
public final class ContextClassLoader {
    private ContextClassLoader() {}

    /**
     * The calling thread works with that loader from now on.
     *
     * @return what {@link #leave} wants to have back
     */
    public static ClassLoader enter(ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        return before;
    }

    /** The calling thread works with what it worked with before. */
    public static void leave(ClassLoader before) {
        Thread.currentThread().setContextClassLoader(before);
    }
}
