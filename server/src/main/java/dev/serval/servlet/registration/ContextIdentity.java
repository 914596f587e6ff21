package dev.serval.servlet.registration;

import dev.serval.http.PercentEncoding;

/**
 * Which application it is, for whoever needs to know no more than that. Immutable.
 *
 * @param path decoded; empty for the root context
 * @param encodedPath what {@code getContextPath} answers
 * @param loader the class loader of the application's threads
 */
public record ContextIdentity(String path, String encodedPath, ClassLoader loader) {

    /**
     * @param loader null for that of the calling thread
     */
    public static ContextIdentity of(String path, ClassLoader loader) {
        ClassLoader caller = Thread.currentThread().getContextClassLoader();
        ClassLoader wanted = loader != null ? loader : caller;
        return new ContextIdentity(
                path,
                PercentEncoding.ofPath(path),
                wanted != null ? wanted : ContextIdentity.class.getClassLoader());
    }

    /**
     * The calling thread works for the application from now on. Not a task that is run: the stack
     * of a call stays short, and nothing is made for it.
     *
     * @return what {@link #leave} wants to have back
     */
    public ClassLoader enter() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        return before;
    }

    /** The calling thread works for whoever it worked for before. */
    public static void leave(ClassLoader before) {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Override
    public String toString() {
        return "context '" + path + "'";
    }
}
