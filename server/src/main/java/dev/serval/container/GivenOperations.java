package dev.serval.container;

import dev.serval.lifecycle.LazyAttribute;
import dev.serval.operations.Operations;
import dev.serval.servlet.AppContext;

/**
 * Gives privileged applications, which are made after it, the operations of the server.
 * Thread-safe.
 */
final class GivenOperations {
    private volatile Maker maker;

    /**
     * Where an application is. Immutable.
     *
     * @param path null if the caller is not an application
     */
    record Asking(String engine, String host, String path, String version, String serverInfo) {}

    /** Makes what one application gets. */
    @FunctionalInterface
    interface Maker {
        Operations make(Asking asking);
    }

    /** Made when it is first read: a start does not wait for its classes. */
    private final class Lazy implements LazyAttribute {
        private final Asking asking;
        private Operations made;

        Lazy(Asking asking) {
            this.asking = asking;
        }

        @Override
        public synchronized Object value() {
            if (made == null) {
                made = maker.make(asking);
            }
            return made;
        }
    }

    /** Sets the maker of the operations. */
    void of(Maker given) {
        maker = given;
    }

    /**
     * @param engine the name of its engine
     * @param host the name of its host
     * @param context which has not started
     */
    void give(String engine, String host, AppContext context) {
        Asking asking =
                new Asking(
                        engine,
                        host,
                        context.path(),
                        context.version(),
                        context.servletContext().getServerInfo());
        context.servletContext().setAttribute(Operations.ATTRIBUTE, new Lazy(asking));
    }
}
