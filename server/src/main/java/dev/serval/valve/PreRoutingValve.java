package dev.serval.valve;

import dev.serval.http.Exchange;
import java.io.IOException;

/**
 * Looks at requests before they are routed: that of an engine before the host is found, that of a
 * host before the context is. A context has none. Thread-safe.
 */
public interface PreRoutingValve extends Valve {
    /**
     * Lets a request pass, perhaps with other facts about it ({@link Exchange#forwarded}), or
     * answers it, for example by {@link Exchange#refuse}. Called on an I/O thread: it must not
     * block. Called again for another target when a {@link CallValve} sends the request there; what
     * valves have found out about it before is forgotten by then.
     *
     * @return false when it has answered, by whatever completes the exchange
     * @throws IOException when the answer could not be sent
     */
    boolean admit(Exchange exchange) throws IOException;
}
