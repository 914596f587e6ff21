package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The element {@code Host}: one virtual host. Immutable.
 *
 * @param at its place
 * @param name as clients write it
 * @param aliases other names; the asterisk of {@code *.example.com} is one label
 * @param appBase the directory whose directories are web applications, relative to the base; null
 *     means none; default webapps
 * @param deployOnStartup whether the directories of the appBase are deployed; default true
 * @param autoDeploy whether the appBase is watched while the server runs; default true
 * @param deployIgnore names in the appBase that are not deployed; null means none
 * @param createDirs whether a missing appBase is created; default true
 * @param workDir for the scratch directories of its applications; null means work/engine/host
 * @param deployment of the applications found in the appBase
 * @param contexts declared one by one
 * @param valves of this host, in their order
 * @param realm of this host; null for that of the engine
 * @param singleSignOn makes the logins that its applications share; null if they share none
 */
public record HostConfig(
        Location at,
        String name,
        List<String> aliases,
        String appBase,
        boolean deployOnStartup,
        boolean autoDeploy,
        Pattern deployIgnore,
        boolean createDirs,
        String workDir,
        DeploymentConfig deployment,
        List<ContextConfig> contexts,
        List<Factory<Valve>> valves,
        RealmConfig realm,
        Factory<SingleSignOn> singleSignOn) {
    public HostConfig {
        aliases = List.copyOf(aliases);
        contexts = List.copyOf(contexts);
        valves = List.copyOf(valves);
    }

    /** A host with the defaults for the deployment. */
    public HostConfig(
            Location at,
            String name,
            List<String> aliases,
            String appBase,
            boolean deployOnStartup,
            boolean autoDeploy,
            Pattern deployIgnore,
            boolean createDirs,
            String workDir,
            List<ContextConfig> contexts,
            List<Factory<Valve>> valves) {
        this(
                at,
                name,
                aliases,
                appBase,
                deployOnStartup,
                autoDeploy,
                deployIgnore,
                createDirs,
                workDir,
                DeploymentConfig.DEFAULTS,
                contexts,
                valves,
                null,
                null);
    }
}
