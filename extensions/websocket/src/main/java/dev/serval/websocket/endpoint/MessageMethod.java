package dev.serval.websocket.endpoint;

import dev.serval.websocket.coder.MessageType;
import dev.serval.websocket.session.Route;
import dev.serval.websocket.session.WebSocketSession;
import jakarta.websocket.MessageHandler;

/**
 * A method for the messages of one kind. Immutable.
 *
 * @param maxSize of a message in bytes; 0 or less for that of the session
 */
record MessageMethod(EndpointMethod call, MessageType type, int maxSize) {
    /** Its result is sent (WebSocket 2.2 §4.7). */
    Route route(Object endpoint, WebSocketSession session) {
        Route.Taker taker =
                (message, last) -> {
                    CallValues values = CallValues.message(session, message, last);
                    Object answer = call.call(endpoint, values, session);
                    if (answer != null) {
                        session.getBasicRemote().sendObject(answer);
                    }
                };
        return new Route(type, shown(taker, session), maxSize, taker);
    }

    private MessageHandler shown(Route.Taker taker, WebSocketSession session) {
        if (type.parts()) {
            return new MessageHandler.Partial<Object>() {
                @Override
                public void onMessage(Object part, boolean last) {
                    take(taker, part, last, session);
                }
            };
        }
        return new MessageHandler.Whole<Object>() {
            @Override
            public void onMessage(Object message) {
                take(taker, message, true, session);
            }
        };
    }

    private static void take(
            Route.Taker taker, Object message, boolean last, WebSocketSession session) {
        try {
            taker.take(message, last);
        } catch (Exception e) {
            session.error(e);
        }
    }
}
