package dev.serval.http;

import dev.serval.net.Peer;
import java.util.Map;

/**
 * What trusted proxies, or the peer of a protocol such as AJP, say of a request. It replaces what
 * the connection and the connector say. Immutable.
 *
 * @param peer the client, and the address that it connected to
 * @param origin scheme, name and port that the client used
 * @param fields request fields that replace those of the client for the application, by their names
 *     in lower case; an empty value hides the field
 * @param attributes of the request, for the application and the access log; may be empty
 * @param login who makes the request; null if the server has to find that out itself
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
