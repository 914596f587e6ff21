package dev.serval.lifecycle;

import java.time.Instant;

/**
 * How a web application fares at one moment. Immutable; holds nothing of the application.
 *
 * @param name what people call it: {@code /} or {@code /docs}, {@code ##} and the version behind
 *     it; of a host that is not the default one, the host's name in front
 * @param host the name of its host
 * @param path empty for the root
 * @param version empty if there is only one
 * @param since when that state began
 * @param failure the last one of this path and version while the server runs; null if there was
 *     none. One that is served may have one: a new form of it that could not start
 * @param sessions how many it has; 0 if it has failed
 */
public record ApplicationStatus(
        String name,
        String host,
        String path,
        String version,
        State state,
        Instant since,
        Failure failure,
        int sessions) {

    /**
     * What an application is in.
     *
     * <pre>
     * STARTING ---&gt; STARTED ---&gt; STOPPING ---&gt; STOPPED
     *        \----&gt; FAILED -------/
     * </pre>
     */
    public enum State {
        /** Its initializers run; one that it is to replace goes on meanwhile. */
        STARTING,
        /** It is served as soon as the ports are open. */
        STARTED,
        /** It cannot be served: answers 503. */
        FAILED,
        /** It gets no new requests, answers those it has, and ends. */
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
        /** For people: the message, behind the code if there is one. */
        public String line() {
            return code == null ? message : code + " " + message;
        }
    }
}
