package dev.serval.websocket.session;

import jakarta.websocket.Extension;
import java.net.URI;
import java.security.Principal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data of a session from its handshake. Immutable.
 *
 * @param uri with its query
 * @param parameters of query and path
 * @param path the values of the variables of the path, by their names, in its order
 * @param user null if not logged in
 * @param subprotocol empty if there is none
 * @param tie to the HttpSession whose end ends the session; null if there is none
 */
public record Handshaken(
        URI uri,
        Map<String, List<String>> parameters,
        Map<String, String> path,
        Principal user,
        boolean secure,
        String subprotocol,
        List<Extension> extensions,
        HttpSessionTies.Tie tie) {
    public Handshaken {
        parameters = Map.copyOf(parameters);
        path = Collections.unmodifiableMap(new LinkedHashMap<>(path));
        extensions = List.copyOf(extensions);
    }
}
