package dev.serval.websocket.endpoint;

import dev.serval.websocket.session.Route;
import dev.serval.websocket.session.WebSocketSession;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.List;

/** An object whose class has annotations, as an endpoint. As thread-safe as the object. */
final class AnnotatedEndpoint extends Endpoint {
    private final AnnotatedClass type;
    private final Object instance;

    AnnotatedEndpoint(AnnotatedClass type, Object instance) {
        this.type = type;
        this.instance = instance;
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        WebSocketSession own = (WebSocketSession) session;
        List<Route> routes = type.messages.stream().map(each -> each.route(instance, own)).toList();
        own.take(routes);
        call(type.open, CallValues.open(session, config), own);
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        call(type.close, CallValues.close(session, reason), (WebSocketSession) session);
    }

    @Override
    public void onError(Session session, Throwable failure) {
        call(type.error, CallValues.error(session, failure), (WebSocketSession) session);
    }

    private void call(EndpointMethod method, CallValues values, WebSocketSession session) {
        if (method != null) {
            try {
                method.call(instance, values, session);
            } catch (Exception e) {
                throw AnnotatedEndpoint.<RuntimeException>asIs(e);
            }
        }
    }

    /** The caller catches everything, and passes it on unchanged. */
    @SuppressWarnings("unchecked") // the purpose of this method
    private static <E extends Exception> E asIs(Exception failure) throws E {
        throw (E) failure;
    }
}
