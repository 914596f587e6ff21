package dev.serval.valve;

import dev.serval.http.Exchange;
import java.io.IOException;

/**
 * Checks requests before they are routed: a valve of an engine before the host is found, a valve of
 * a host before the context is found. A context has none. Thread-safe.
 */
public interface PreRoutingValve extends Valve {
    /**
     * Lets a request pass, perhaps with other facts about it ({@link Exchange#forwarded}), or
     * answers it, for example by {@link Exchange#refuse}. Called on an I/O thread: it must not
     * block. Called again for another target if a {@link CallValve} reroutes the request; earlier
     * results of valves are discarded then.
     *
     * @return false if it has answered, by completing the exchange
     * @throws IOException if the answer could not be sent
     */
    boolean admit(Exchange exchange) throws IOException;
}
