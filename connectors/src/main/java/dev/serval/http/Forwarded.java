package dev.serval.http;

import dev.serval.net.Peer;
import java.util.Map;

/**
 * What trusted proxies say of a request: it counts in place of what the connection and the
 * connector say. Immutable.
 *
 * @param peer the client, and the address that it connected to
 * @param origin scheme, name and port that the client used
 * @param fields request fields, by their names in lower case, that are other ones for the
 *     application; an empty value: it sees none
 * @param attributes of the request, for the application and the access log; may be empty
 */
public record Forwarded(
        Peer peer, Origin origin, Map<String, String> fields, Map<String, Object> attributes) {
    public Forwarded {
        fields = Map.copyOf(fields);
        attributes = Map.copyOf(attributes);
    }
}
