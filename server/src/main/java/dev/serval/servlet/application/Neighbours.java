package dev.serval.servlet.application;

import java.util.Collection;
import java.util.List;

/** The applications of a host, as one of them sees the others. Thread-safe. */
public interface Neighbours {
    /** For an application without others. */
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

    /** The application at a normalised path, in its newest version; null if there is none. */
    Application at(String path);

    /** The applications that are served. */
    Collection<Application> all();

    /**
     * Whether one of them has that servlet or filter object; the application that the asking one
     * replaces does not count.
     *
     * @param path that of the application that asks
     */
    default boolean haveAlso(Object component, String path) {
        return all().stream()
                .filter(other -> !other.path().equals(path))
                .anyMatch(other -> other.holds(component));
    }
}
