package dev.serval.websocket.handshake;

import dev.serval.websocket.endpoint.EndpointModel;
import dev.serval.websocket.session.Handshaken;
import dev.serval.websocket.session.HttpSessionTies;
import dev.serval.websocket.session.Served;
import dev.serval.websocket.session.WebSocketSession;
import dev.serval.websocket.wire.ExtensionOffer;
import dev.serval.websocket.wire.Limits;
import dev.serval.websocket.wire.PerMessageDeflate;
import dev.serval.websocket.wire.WebSocketUpgradeHandler;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.Endpoint;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Answers the request of a handshake (RFC 6455 §4.2). Immutable.
 *
 * @param loader for calls of the application
 * @param sendMillis of asynchronous sends, 0 or less for no limit
 */
public record ServerHandshake(
        ServerContainer container,
        HttpSessionTies ties,
        ClassLoader loader,
        Limits limits,
        long sendMillis) {
    private static final int UPGRADE_REQUIRED = 426;

    /** Whether a request is for WebSocket at all; others are not handled here. */
    public static boolean isAskedFor(HttpServletRequest request) {
        return request.getMethod().equals("GET")
                && Fields.has(
                        Collections.list(request.getHeaders(Fields.UPGRADE)), Fields.WEBSOCKET);
    }

    /**
     * Creates a session from the request, or answers with an error.
     *
     * @param path the values of the variables of the path, by their names
     */
    public void answer(
            HttpServletRequest request,
            HttpServletResponse response,
            ServerEndpointConfig shared,
            EndpointModel model,
            Map<String, String> path)
            throws IOException, ServletException {
        OfferedHandshake offered;
        List<ExtensionOffer> offers;
        try {
            offered = new OfferedHandshake(request, path);
            offers = ExtensionOffer.parse(offered.fields(Fields.EXTENSIONS));
        } catch (URISyntaxException | IllegalArgumentException e) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
            return;
        }
        List<String> protocols = Fields.list(offered.fields(Fields.PROTOCOL));
        ServerEndpointConfig.Configurator configurator = shared.getConfigurator();
        if (isRefused(request, response, offered, protocols, configurator)) {
            return;
        }
        String protocol =
                configurator.getNegotiatedSubprotocol(shared.getSubprotocols(), protocols);
        if (protocol == null || !protocols.contains(protocol)) {
            // RFC 6455 §4.2.2: one that the client has not requested would end the connection.
            protocol = "";
        }
        PerMessageDeflate deflate = deflate(configurator, shared, offers);
        List<Extension> extensions =
                deflate == null ? List.of() : ExtensionEntry.of(List.of(deflate.answer()));
        ConnectionConfig config = new ConnectionConfig(shared);
        Map<String, List<String>> fields = fields(offered, protocol, deflate);
        configurator.modifyHandshake(config, offered, () -> fields);
        Endpoint endpoint = endpoint(configurator, model);
        Served served =
                new Served(
                        container,
                        endpoint,
                        config,
                        model.decoders(),
                        model.encoders(),
                        model.sessions(),
                        model.errors(endpoint, request.getServletContext().getContextPath()),
                        loader);
        Handshaken told =
                new Handshaken(
                        offered.getRequestURI(),
                        offered.getParameterMap(),
                        path,
                        request.getUserPrincipal(),
                        request.isSecure(),
                        protocol,
                        extensions,
                        tie(request));
        WebSocketSession session = new WebSocketSession(served, told, limits, sendMillis);
        WebSocketUpgradeHandler handler = request.upgrade(WebSocketUpgradeHandler.class);
        fields.forEach((name, values) -> set(response, name, values));
        handler.prepare(limits, deflate, session.receiver(), model.type());
    }

    private static boolean isRefused(
            HttpServletRequest request,
            HttpServletResponse response,
            OfferedHandshake offered,
            List<String> protocols,
            ServerEndpointConfig.Configurator configurator)
            throws IOException {
        List<String> keys = offered.fields(Fields.KEY);
        List<String> versions = offered.fields(Fields.VERSION);
        String reason = null;
        if (request.getProtocol().equals("HTTP/1.0")) {
            reason = "RFC 6455 §4.1: HTTP/1.1";
        } else if (!Fields.has(offered.fields(Fields.CONNECTION), "upgrade")) {
            reason = "RFC 6455 §4.2.1: Connection: Upgrade";
        } else if (versions.isEmpty()) {
            reason = "RFC 6455 §4.2.1: Sec-WebSocket-Version";
        } else if (versions.size() == 1 && !versions.get(0).equals(Fields.THIRTEEN)) {
            response.setHeader(Fields.UPGRADE, Fields.WEBSOCKET);
            response.setHeader(Fields.CONNECTION, Fields.UPGRADE);
            response.setHeader(Fields.VERSION, Fields.THIRTEEN);
            response.sendError(UPGRADE_REQUIRED);
            return true;
        } else if (versions.size() > 1) {
            reason = "RFC 6455 §4.2.1: Sec-WebSocket-Version";
        } else if (keys.size() != 1 || !Fields.isKey(keys.get(0))) {
            reason = "RFC 6455 §4.2.1: Sec-WebSocket-Key";
        } else if (!protocols.stream().allMatch(Fields::isToken)) {
            reason = "RFC 6455 §4.1: Sec-WebSocket-Protocol";
        }
        if (reason != null) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, reason);
            return true;
        }
        if (!configurator.checkOrigin(request.getHeader("Origin"))) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN, "RFC 6455 §10.2: Origin");
            return true;
        }
        return false;
    }

    /** Null if there is none: this is the only extension. */
    private PerMessageDeflate deflate(
            ServerEndpointConfig.Configurator configurator,
            ServerEndpointConfig config,
            List<ExtensionOffer> offers) {
        List<Extension> installed = new ArrayList<>(config.getExtensions());
        installed.addAll(container.getInstalledExtensions());
        List<Extension> chosen =
                configurator.getNegotiatedExtensions(installed, ExtensionEntry.of(offers));
        return chosen == null
                ? null
                : PerMessageDeflate.accept(
                        chosen.stream().map(ExtensionEntry::offer).toList(), false);
    }

    private static Map<String, List<String>> fields(
            OfferedHandshake offered, String protocol, PerMessageDeflate deflate) {
        Map<String, List<String>> fields = Fields.map();
        fields.put(Fields.UPGRADE, one(Fields.WEBSOCKET));
        fields.put(Fields.CONNECTION, one(Fields.UPGRADE));
        fields.put(Fields.ACCEPT, one(Fields.accept(offered.fields(Fields.KEY).get(0))));
        if (!protocol.isEmpty()) {
            fields.put(Fields.PROTOCOL, one(protocol));
        }
        if (deflate != null) {
            fields.put(Fields.EXTENSIONS, one(deflate.answer().toString()));
        }
        return fields;
    }

    private static List<String> one(String value) {
        return new ArrayList<>(List.of(value));
    }

    private static void set(HttpServletResponse response, String name, List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            if (i == 0) {
                response.setHeader(name, values.get(i));
            } else {
                response.addHeader(name, values.get(i));
            }
        }
    }

    private static Endpoint endpoint(
            ServerEndpointConfig.Configurator configurator, EndpointModel model)
            throws ServletException {
        try {
            return model.endpoint(configurator.getEndpointInstance(model.type()));
        } catch (InstantiationException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    /** Null if no user is logged in by an HttpSession. */
    private HttpSessionTies.Tie tie(HttpServletRequest request) {
        HttpSession known = request.getSession(false);
        if (known == null || request.getUserPrincipal() == null) {
            return null;
        }
        HttpSessionTies.Tie tie = ties.to(known);
        if (request.getSession(false) == null) {
            // The HttpSession has ended before its tie was registered.
            ties.end(known);
        }
        return tie;
    }
}
