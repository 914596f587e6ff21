package dev.serval.operations;

import java.util.List;

/**
 * A virtual host to be added until the server ends; server.xml is not changed. Immutable.
 *
 * @param name as clients write it
 * @param aliases its other names
 * @param appBase the directory of its applications, absolute or relative to the base; null means
 *     that of its name; made if it is not there
 * @param autoDeploy whether that directory is watched
 * @param deployOnStartup whether what is there is deployed at once
 * @param deployXml whether META-INF/context.xml of applications is read
 * @param copyXml whether it is copied to the descriptors of the host
 * @param managerXml the descriptor with which the manager answers there too; null if it does not
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
