package dev.serval.monitor;

import dev.serval.lifecycle.LogLevels;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the starter of a server gives it for monitoring; a service of {@link
 * dev.serval.extension.Place}. Immutable.
 *
 * @param levels of the server's log
 * @param settings the attributes of its configuration, in the order of the file
 */
public record StartedWith(LogLevels levels, Supplier<List<EffectiveSetting>> settings) {
    /** Nothing. */
    public static final StartedWith NOTHING = new StartedWith(LogLevels.NONE, List::of);
}
