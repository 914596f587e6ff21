package dev.serval.servlet;

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

    /** The one that answers at a normalised path, the newest version of it; null for none. */
    Application at(String path);

    /** Those that are served. */
    Collection<Application> all();
}
