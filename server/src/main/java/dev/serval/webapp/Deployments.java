package dev.serval.webapp;

import java.nio.file.Path;

/** Who deploys what a {@link Deployer} finds. Called by one thread at a time. */
public interface Deployments {
    /**
     * Deploys an application, or replaces the one of that name without a request being lost; the
     * one that cannot be deployed is logged and answers 503. Never throws for what is in its files.
     */
    void deploy(Found found);

    /** Takes an application away. */
    void undeploy(AppName name);

    /** Whether a change of its classes asks for a new deployment. */
    boolean isReloadable(AppName name);

    /** The WAR or directory that a descriptor names; null when it names none. */
    Path docBase(Path descriptor);
}
