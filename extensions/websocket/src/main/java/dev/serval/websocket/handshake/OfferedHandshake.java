package dev.serval.websocket.handshake;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.websocket.server.HandshakeRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A configurator's view of the request of a handshake, during the handshake. One thread. */
final class OfferedHandshake implements HandshakeRequest {
    private final HttpServletRequest request;
    private final Map<String, List<String>> fields = Fields.map();
    private final Map<String, List<String>> parameters = new HashMap<>();
    private final URI uri;

    /**
     * @param path the values of the variables of the path, by their names
     */
    OfferedHandshake(HttpServletRequest request, Map<String, String> path)
            throws URISyntaxException {
        this.request = request;
        for (String name : Collections.list(request.getHeaderNames())) {
            fields.put(name, Collections.list(request.getHeaders(name)));
        }
        request.getParameterMap()
                .forEach((name, values) -> parameters.put(name, new ArrayList<>(List.of(values))));
        path.forEach((name, value) -> parameters.put(name, List.of(value)));
        uri = uri(request);
    }

    private static URI uri(HttpServletRequest request) throws URISyntaxException {
        boolean secure = request.isSecure();
        int port = request.getServerPort();
        StringBuilder uri = new StringBuilder(secure ? "wss://" : "ws://");
        uri.append(request.getServerName());
        if (port != (secure ? 443 : 80)) {
            uri.append(':').append(port);
        }
        uri.append(request.getRequestURI());
        if (request.getQueryString() != null) {
            uri.append('?').append(request.getQueryString());
        }
        return new URI(uri.toString());
    }

    /** All values of a field; empty if it is missing. */
    List<String> fields(String name) {
        return fields.getOrDefault(name, List.of());
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        return Collections.unmodifiableMap(fields);
    }

    @Override
    public Principal getUserPrincipal() {
        return request.getUserPrincipal();
    }

    @Override
    public URI getRequestURI() {
        return uri;
    }

    @Override
    public boolean isUserInRole(String role) {
        return request.isUserInRole(role);
    }

    @Override
    public Object getHttpSession() {
        return request.getSession(false);
    }

    @Override
    public Map<String, List<String>> getParameterMap() {
        return Collections.unmodifiableMap(parameters);
    }

    @Override
    public String getQueryString() {
        return request.getQueryString();
    }
}
