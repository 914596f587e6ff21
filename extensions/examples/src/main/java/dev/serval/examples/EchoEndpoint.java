package dev.serval.examples;

import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;

/** Sends every text of up to 8 KiB back. */
@ServerEndpoint("/sockets/echo")
public final class EchoEndpoint {
    private static final int LONGEST = 8 * 1024;

    @OnMessage(maxMessageSize = LONGEST)
    public void text(String text, Session session) {
        Room.send(session, text);
    }
}
