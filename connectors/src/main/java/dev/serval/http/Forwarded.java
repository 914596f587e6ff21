package dev.serval.http;

import dev.serval.net.Peer;
import java.util.Map;

/**
 * What trusted proxies, or the peer of a protocol for them, say of a request: it counts in place of
 * what the connection and the connector say. Immutable.
 *
 * @param peer the client, and the address that it connected to
 * @param origin scheme, name and port that the client used
 * @param fields request fields, by their names in lower case, that are other ones for the
 *     application; an empty value: it sees none
 * @param attributes of the request, for the application and the access log; may be empty
 * @param login who makes it; null where the server has to find that out itself
 */
public record Forwarded(
        Peer peer,
        Origin origin,
        Map<String, String> fields,
        Map<String, Object> attributes,
        PresetLogin login) {
    public Forwarded {
        fields = Map.copyOf(fields);
        attributes = Map.copyOf(attributes);
    }
}
