package dev.serval.websocket.session;

import dev.serval.websocket.coder.MessageType;
import jakarta.websocket.MessageHandler;

/**
 * Who takes the messages of one kind. Immutable.
 *
 * @param handler what an application sees of it
 * @param maxSize of a message in bytes; 0 or less for the session's
 */
public record Route(MessageType type, MessageHandler handler, int maxSize, Taker taker) {
    /** Takes messages. Called one at a time. */
    @FunctionalInterface
    public interface Taker {
        /**
         * @param message of the type
         * @param last of the parts of a message; true where there are none
         */
        void take(Object message, boolean last) throws Exception;
    }
}
