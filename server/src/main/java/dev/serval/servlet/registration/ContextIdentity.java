package dev.serval.servlet.registration;

import dev.serval.http.PercentEncoding;
import dev.serval.lifecycle.ContextClassLoader;

/**
 * The identity of an application, for code that needs nothing else of it. Immutable.
 *
 * @param path decoded; empty for the root context
 * @param encodedPath the result of {@code getContextPath}
 * @param loader the class loader of the application's threads
 */
public record ContextIdentity(String path, String encodedPath, ClassLoader loader) {

    /**
     * @param loader null means that of the calling thread
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
     * Sets the class loader of the application for the calling thread.
     *
     * @return the argument for {@link ContextClassLoader#leave}
     */
    public ClassLoader enter() {
        return ContextClassLoader.enter(loader);
    }

    @Override
    public String toString() {
        return "context '" + path + "'";
    }
}
