package dev.serval.operations;

import java.util.List;

/**
 * A virtual host to be added until the server ends; server.xml is not changed. Immutable.
 *
 * @param name as clients write it
 * @param aliases its other names
 * @param appBase the directory of its applications, absolute or relative to the base; null means
 *     the one with the name of the host; created if it is missing
 * @param autoDeploy whether that directory is watched
 * @param deployOnStartup whether the applications there are deployed at once
 * @param deployXml whether META-INF/context.xml of applications is read
 * @param copyXml whether it is copied to the descriptors of the host
 * @param managerXml the descriptor of the manager on this host; null if the manager is not deployed
 *     there
 */
public record NewHost(
        String name,
        List<String> aliases,
        String appBase,
        boolean autoDeploy,
        boolean deployOnStartup,
        boolean deployXml,
        boolean copyXml,
        String managerXml) {
    public NewHost {
        aliases = List.copyOf(aliases);
    }
}
