package dev.serval.webapp;

import java.nio.file.Path;

/** Deploys what a {@link Deployer} finds. Thread-safe. */
public interface Deployments {
    /**
     * Deploys an application, or replaces the one of that name without a request being lost; an
     * application that cannot be deployed answers 503. Never throws because of the content of its
     * files.
     *
     * @return to be run once: logs the outcome
     */
    Runnable deploy(AppBaseEntry found);

    /** Undeploys an application. */
    void undeploy(AppName name);

    /** Undeploys an application, and removes its files in the directories that the host owns. */
    void remove(AppBaseEntry found);

    /** Whether a newer version has replaced this one, so that it is no longer needed. */
    boolean isSuperseded(AppName name);

    /** Whether it was stopped on purpose: then no change of its files starts it. */
    default boolean isStopped(AppName name) {
        return false;
    }

    /** Whether a change of its classes requires a new deployment. */
    boolean isReloadable(AppName name);

    /** The files besides its own descriptors whose change requires a new deployment. */
    WatchedFiles watched(AppName name);

    /** What a descriptor says of its docBase. */
    NamedDocBase docBase(Path descriptor);

    /**
     * The docBase of a descriptor. Immutable.
     *
     * @param path the WAR or directory; null if it names none, or cannot be read
     * @param mistake why it cannot be read, with the place; null if it can
     */
    record NamedDocBase(Path path, String mistake) {
        /** That of a descriptor that names none. */
        public static final NamedDocBase NONE = new NamedDocBase(null, null);
    }

    /**
     * The descriptor of the host with which an application is deployed: the one that was found, or
     * a copy that is made now of the application's own; null if there is none.
     */
    Path descriptor(AppBaseEntry found);
}
