package dev.serval.operations;

import java.io.IOException;

/**
 * The changes that one caller makes. Thread-safe. Each change is logged in one line: who, from
 * where, what, and the outcome. Names of hosts are those of {@link Operations#hosts}.
 */
public interface OperatorChanges {
    /**
     * Deploys an application, or replaces the one of that name without a request being lost, and
     * returns when it is served or has failed.
     *
     * @return it, as it is then: {@link DeployedApplication#isServed} shows whether it has started
     * @throws OperationRefused if it may not be deployed; nothing has changed then
     * @throws IOException if a file cannot be read or written, or the upload was truncated; the
     *     written part is removed
     */
    DeployedApplication deploy(String host, DeployRequest request)
            throws OperationRefused, IOException;

    /**
     * Undeploys an application and removes its files of the appBase and its descriptor; what lies
     * elsewhere stays. Waits for its last requests, at most for the {@code unloadDelay} of its
     * Context.
     *
     * @throws OperationRefused if it may not be undeployed, or a file cannot be removed
     */
    void undeploy(String host, ApplicationName name) throws OperationRefused;

    /**
     * Starts an application that was stopped or has failed; nothing happens if it is served.
     *
     * @return it, as it is then
     * @throws OperationRefused if there is none
     */
    DeployedApplication start(String host, ApplicationName name) throws OperationRefused;

    /**
     * Takes an application out of service until it is started: its path answers as if the
     * application did not exist. Its requests in flight are answered.
     *
     * @throws OperationRefused if there is none, or it is the caller's own
     */
    void stop(String host, ApplicationName name) throws OperationRefused;

    /**
     * Starts an application anew beside the one that is served, which it then replaces.
     *
     * @return it, as it is then
     * @throws OperationRefused if there is none, or it is the caller's own
     */
    DeployedApplication reload(String host, ApplicationName name) throws OperationRefused;

    /**
     * Ends the sessions of an application that were not used for a time.
     *
     * @param idleMinutes at least 0, which means all
     * @return the number of sessions that were ended
     * @throws OperationRefused if there is no such application
     */
    int expire(String host, ApplicationName name, int idleMinutes) throws OperationRefused;

    /**
     * Ends one session.
     *
     * @param handle {@link SessionView#handle}
     * @throws OperationRefused if there is no such application or session
     */
    void endSession(String host, ApplicationName name, String handle) throws OperationRefused;

    /**
     * Reads the certificates of all ports anew.
     *
     * @param tlsHost the host name of the TLS settings; null for all
     * @throws OperationRefused if there is none, or the new ones cannot be used
     */
    void reloadTls(String tlsHost) throws OperationRefused;

    /**
     * Logs a change that was made by other means, such as an MBean.
     *
     * @param what verb and object
     * @param outcome how it ended
     */
    void note(String what, String outcome);

    /**
     * Adds a host to the engine and starts it.
     *
     * @throws OperationRefused if there is one of that name, or it cannot start
     */
    void addHost(NewHost host) throws OperationRefused;

    /**
     * Stops a host and takes it out of the engine; its files stay.
     *
     * @throws OperationRefused if there is none, or it is the caller's own, or the default one
     */
    void removeHost(String host) throws OperationRefused;

    /**
     * Starts a host that was stopped.
     *
     * @throws OperationRefused if there is none, or it is started, or cannot start
     */
    void startHost(String host) throws OperationRefused;

    /**
     * Stops a host with its applications; its names are answered by the default host.
     *
     * @throws OperationRefused if there is none, or it is stopped, or the caller's own, or the
     *     default one
     */
    void stopHost(String host) throws OperationRefused;
}
