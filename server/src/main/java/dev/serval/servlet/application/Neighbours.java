package dev.serval.servlet.application;

import java.util.Collection;
import java.util.List;

/** The applications of a host, as one of them may ask for the others. Thread-safe. */
public interface Neighbours {
    /** For an application that is alone. */
    Neighbours NONE =
            new Neighbours() {
                @Override
                public Application at(String path) {
                    return null;
                }

                @Override
                public Collection<Application> all() {
                    return List.of();
                }
            };

    /**
     * The one that answers at a normalised path, the newest version of it; null if there is none.
     */
    Application at(String path);

    /** Those that are served. */
    Collection<Application> all();

    /**
     * Whether one of them has a servlet or filter as its own; the one whose place an application
     * takes does not count.
     *
     * @param path that of the application that asks
     */
    default boolean haveAlso(Object component, String path) {
        return all().stream()
                .filter(other -> !other.path().equals(path))
                .anyMatch(other -> other.holds(component));
    }
}
