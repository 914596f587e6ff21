package dev.serval.operations;

import java.util.List;

/**
 * A virtual host at one moment. Immutable.
 *
 * @param aliases its other names
 * @param isDefault whether it answers for unknown names
 * @param isStarted whether it serves its applications
 * @param isSelf whether the application that asks belongs to it
 * @param appBase the directory of its applications; null if it has none
 * @param autoDeploy whether that directory is watched
 * @param applications how many it serves
 */
public record HostView(
        String name,
        List<String> aliases,
        boolean isDefault,
        boolean isStarted,
        boolean isSelf,
        String appBase,
        boolean autoDeploy,
        int applications) {
    public HostView {
        aliases = List.copyOf(aliases);
    }
}
