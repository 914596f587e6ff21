package dev.serval.websocket.session;

import jakarta.websocket.Extension;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;

/**
 * What the handshake has told of a session. Immutable.
 *
 * @param uri with its query
 * @param parameters of query and path
 * @param path the values of the variables of the path, by their names
 * @param user null for nobody
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
        path = Map.copyOf(path);
        extensions = List.copyOf(extensions);
    }
}
