package dev.serval.websocket.session;

import dev.serval.websocket.coder.MessageType;
import jakarta.websocket.MessageHandler;

/**
 * The receiver of the messages of one kind. Immutable.
 *
 * @param handler as an application sees it
 * @param maxSize of a message in bytes; 0 or less for that of the session
 */
public record Route(MessageType type, MessageHandler handler, int maxSize, Taker taker) {
    /** Takes messages. Called for one at a time. */
    @FunctionalInterface
    public interface Taker {
        /**
         * @param message of the type
         * @param last of the parts of a message; true for a whole one
         */
        void take(Object message, boolean last) throws Exception;
    }
}
