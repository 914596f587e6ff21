package dev.serval.operations;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The server as a privileged application sees it, and the way to change it. Thread-safe. Each such
 * application finds its own instance in the attribute {@link #ATTRIBUTE} of its ServletContext,
 * even before its first initializer runs; other applications find neither the attribute nor this
 * package.
 */
public interface Operations {
    /** The name of the attribute of the ServletContext. */
    String ATTRIBUTE = "dev.serval.operations.Operations";

    /** The process. */
    ServerView server();

    /** The name of the host of the application that asks. */
    String host();

    /** The hosts of its engine, in order; stopped ones too. */
    List<HostView> hosts();

    /**
     * The applications of a host, ordered by path and version: those that are served, those that
     * answer 503, and those that were stopped and can be started.
     *
     * @param host the name of one of {@link #hosts}
     * @throws OperationRefused if there is no such host
     */
    List<DeployedApplication> applications(String host) throws OperationRefused;

    /**
     * The sessions of an application, those used last first.
     *
     * @param most the limit of sessions, at least 0
     * @throws OperationRefused if there is no such application
     */
    List<SessionView> sessions(String host, ApplicationName name, int most) throws OperationRefused;

    /**
     * One session with its attributes. No code of the application runs.
     *
     * @param handle {@link SessionView#handle}
     * @throws OperationRefused if there is no such application or session
     */
    SessionView session(String host, ApplicationName name, String handle) throws OperationRefused;

    /**
     * The names of applications of a host that were stopped or replaced, but whose classes are
     * still in memory after a full garbage collection, which this causes.
     *
     * @throws OperationRefused if there is no such host
     */
    List<String> leaks(String host) throws OperationRefused;

    /** The connectors of its service, in order. */
    List<PortView> ports();

    /**
     * The resources for all applications (GlobalNamingResources): the class of each by its name.
     * Creates none of them.
     */
    Map<String, String> resources();

    /**
     * The end of the server's log.
     *
     * @param after a former {@link LogTail#position}, after which lines are returned; less than 0
     *     for the last lines
     * @param most the limit of lines, 1 to 1000
     * @throws IOException if the file cannot be read
     */
    LogTail log(long after, int most) throws IOException;

    /** The changes of a caller, each of which is logged in one line. */
    OperatorChanges by(Caller caller);
}
