package dev.serval.websocket.session;

import dev.serval.websocket.coder.DecoderList;
import dev.serval.websocket.coder.MessageType;
import dev.serval.websocket.coder.MessageType.MessageKind;
import dev.serval.websocket.coder.TypeArgument;
import jakarta.websocket.MessageHandler;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The receivers of a session's messages: one for each kind (WebSocket 2.2 §2.5). Thread-safe. */
final class Routes {
    private final DecoderList decoders;
    // Replaced as a whole.
    private volatile Map<MessageKind, Route> routes = Map.of();

    Routes(DecoderList decoders) {
        this.decoders = decoders;
    }

    /** Null if there is none. */
    Route of(MessageKind kind) {
        return routes.get(kind);
    }

    Set<MessageHandler> handlers() {
        Set<MessageHandler> handlers = new LinkedHashSet<>();
        routes.values().forEach(route -> handlers.add(route.handler()));
        return Collections.unmodifiableSet(handlers);
    }

    /** Throws IllegalStateException if a kind already has a receiver. */
    synchronized void add(List<Route> more) {
        Map<MessageKind, Route> all = new EnumMap<>(MessageKind.class);
        all.putAll(routes);
        for (Route route : more) {
            if (all.putIfAbsent(route.type().kind(), route) != null) {
                throw new IllegalStateException(
                        "WebSocket 2.2 §2.5: the session has a handler of "
                                + route.type().kind()
                                + " messages already");
            }
        }
        routes = all;
    }

    synchronized void remove(MessageHandler handler) {
        Map<MessageKind, Route> all = new EnumMap<>(MessageKind.class);
        all.putAll(routes);
        all.values().removeIf(route -> route.handler() == handler);
        routes = all;
    }

    /** A handler whose class declares the type of its messages. */
    @SuppressWarnings("unchecked") // the class declares it
    void add(MessageHandler handler) {
        Class<?> whole = TypeArgument.of(handler.getClass(), MessageHandler.Whole.class);
        Class<?> parts = TypeArgument.of(handler.getClass(), MessageHandler.Partial.class);
        if (whole != null) {
            add(whole, (MessageHandler.Whole<Object>) handler);
        } else if (parts != null) {
            add(parts, (MessageHandler.Partial<Object>) handler);
        } else {
            throw new IllegalArgumentException(
                    "the class "
                            + handler.getClass().getName()
                            + " does not say which messages it takes, as no lambda does: call"
                            + " addMessageHandler with the class of the messages");
        }
    }

    void add(Class<?> type, MessageHandler.Whole<Object> handler) {
        List<MessageType> types = MessageType.whole(type, decoders);
        if (types.isEmpty()) {
            throw new IllegalStateException(
                    "no decoder of the endpoint makes a " + type.getName() + " of a message");
        }
        Route.Taker taker = (message, last) -> handler.onMessage(message);
        add(types.stream().map(each -> new Route(each, handler, 0, taker)).toList());
    }

    void add(Class<?> type, MessageHandler.Partial<Object> handler) {
        MessageType parts = MessageType.inParts(type);
        if (parts == null) {
            throw new IllegalStateException(
                    "parts of messages are String, ByteBuffer or byte[], not " + type.getName());
        }
        add(List.of(new Route(parts, handler, 0, handler::onMessage)));
    }
}
