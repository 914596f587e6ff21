package dev.serval.websocket.session;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.websocket.coder.MessageType.MessageKind;
import dev.serval.websocket.wire.MessageReceiver;
import dev.serval.websocket.wire.WebSocketConnection;
import java.nio.ByteBuffer;

/**
 * Receives messages for a session. Called in turns of the connection; every call of the application
 * has its class loader, and its failures go to the endpoint.
 */
final class Incoming implements MessageReceiver {
    private final WebSocketSession session;
    private final ClassLoader loader;
    // The route of the current message; null if there is none.
    private Route text;
    private Route binary;

    Incoming(WebSocketSession session, ClassLoader loader) {
        this.session = session;
        this.loader = loader;
    }

    @Override
    public void opened(WebSocketConnection connection) {
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            session.opened(connection);
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    /** A message without a route is not assembled either. */
    @Override
    public boolean takesTextParts() {
        text = session.route(MessageKind.TEXT);
        return text == null || text.type().parts();
    }

    @Override
    public boolean takesBinaryParts() {
        binary = session.route(MessageKind.BINARY);
        return binary == null || binary.type().parts();
    }

    @Override
    public void text(String message) {
        take(text, message, true);
    }

    @Override
    public void textPart(String part, boolean last) {
        take(text, part, last);
    }

    @Override
    public void binary(ByteBuffer message) {
        take(binary, message, true);
    }

    @Override
    public void binaryPart(ByteBuffer part, boolean last) {
        take(binary, part, last);
    }

    @Override
    public void pong(ByteBuffer data) {
        take(session.route(MessageKind.PONG), data, true);
    }

    private void take(Route route, Object message, boolean last) {
        if (route == null) {
            return;
        }
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            route.taker().take(route.type().of(message, session.coders()), last);
        } catch (Throwable e) {
            session.error(e);
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    @Override
    public void failed(Throwable cause) {
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            session.error(cause);
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    @Override
    public void closed(int code, String reason) {
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            session.closed(code, reason);
        } finally {
            ContextClassLoader.leave(before);
        }
    }
}
