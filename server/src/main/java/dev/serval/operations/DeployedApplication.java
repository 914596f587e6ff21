package dev.serval.operations;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;

/**
 * An application of a host at one moment. Immutable; references no object of the application.
 *
 * @param status its state, its sessions and its last failure
 * @param displayName its display-name; null if it has none
 * @param docBase its file or directory: relative to the appBase if it is there; empty if there is
 *     none
 * @param requests in flight
 * @param sessionTimeout minutes without a request after which a session ends; 0 or less: never
 * @param isDeclared whether it is declared in server.xml or given in Java: it cannot be undeployed
 * @param isSelf whether it is the application that asks
 */
public record DeployedApplication(
        ApplicationStatus status,
        String displayName,
        String docBase,
        int requests,
        int sessionTimeout,
        boolean isDeclared,
        boolean isSelf) {
    public ApplicationName name() {
        return new ApplicationName(status.path(), status.version());
    }

    /** Whether it answers requests. */
    public boolean isServed() {
        return status.state() == ApplicationState.STARTED;
    }
}
