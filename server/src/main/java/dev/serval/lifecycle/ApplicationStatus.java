package dev.serval.lifecycle;

import java.time.Instant;

/**
 * The state of a web application at one moment. Immutable; holds nothing of the application.
 *
 * @param name its name in messages: {@code /} or {@code /docs}, followed by {@code ##} and the
 *     version if there is one; preceded by the host's name unless that is the default host
 * @param host the name of its host
 * @param path empty for the root
 * @param version empty if there is only one
 * @param since when that state began
 * @param failure the last failure of this path and version since the server's start; null if there
 *     was none. A started application may have one, of a replacement that could not start
 * @param sessions the number of its sessions; 0 if it has failed
 */
public record ApplicationStatus(
        String name,
        String host,
        String path,
        String version,
        ApplicationState state,
        Instant since,
        Failure failure,
        int sessions) {

    /**
     * The states of an application.
     *
     * <pre>
     * STARTING ---&gt; STARTED ---&gt; STOPPING ---&gt; STOPPED
     *        \----&gt; FAILED -------/
     * </pre>
     */
    public enum ApplicationState {
        /** Its initializers run; an application that it will replace goes on meanwhile. */
        STARTING,
        /** It is served as soon as the ports are open. */
        STARTED,
        /** It cannot be served: answers 503. */
        FAILED,
        /** It gets no new requests, answers those in flight, and ends. */
        STOPPING,
        STOPPED
    }

    /**
     * What went wrong. Immutable.
     *
     * @param at when it was noticed
     * @param code such as {@code SRV-0531}; null if its message has none
     * @param message one line for operators, without the code
     */
    public record Failure(Instant at, String code, String message) {
        /** The message, preceded by the code if there is one. */
        public String line() {
            return code == null ? message : code + " " + message;
        }
    }
}
