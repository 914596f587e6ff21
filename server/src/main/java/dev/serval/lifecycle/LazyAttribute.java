package dev.serval.lifecycle;

/**
 * The value of an attribute of a ServletContext or of a request that is made when it is read for
 * the first time. Parts of the server set it, so that applications that never read the attribute do
 * not pay for its value.
 */
@FunctionalInterface
public interface LazyAttribute {
    /**
     * The value that applications see: the same object at each call, or an equal one. Called by any
     * thread.
     */
    Object value();

    /** The value that applications see in place of one that was set; null if there is none. */
    static Object shown(Object value) {
        return value instanceof LazyAttribute lazy ? lazy.value() : value;
    }
}
