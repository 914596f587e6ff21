package dev.serval.examples;

import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.util.List;

/** A board for drawing together. Its messages are objects, by an encoder and a decoder. */
@ServerEndpoint(
        value = "/sockets/drawing",
        encoders = StrokesEncoder.class,
        decoders = StrokesDecoder.class)
public final class DrawingEndpoint {
    private static final int LONGEST_MESSAGE = 2000;
    private static final Room<Stroke> ROOM = new Room<>(50, 2000, Strokes::new);

    @OnOpen
    public void open(Session session) {
        ROOM.enter(session);
    }

    @OnMessage(maxMessageSize = LONGEST_MESSAGE)
    public void strokes(Strokes strokes) {
        ROOM.tell(strokes.all());
    }

    @OnClose
    public void close(Session session) {
        ROOM.leave(session, List.of());
    }

    /** Also called for messages that the decoder has refused. */
    @OnError
    public void error(Session session, Throwable failure) {
        Room.close(session, CloseCodes.CANNOT_ACCEPT, "Strokes are expected.");
    }
}
