package dev.serval.servlet.registration;

import dev.serval.http.PercentEncoding;
import dev.serval.lifecycle.ContextClassLoader;

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
     * The calling thread works for the application from now on.
     *
     * @return what {@link ContextClassLoader#leave} wants to have back
     */
    public ClassLoader enter() {
        return ContextClassLoader.enter(loader);
    }

    @Override
    public String toString() {
        return "context '" + path + "'";
    }
}
