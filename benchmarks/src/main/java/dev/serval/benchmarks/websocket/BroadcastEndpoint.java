package dev.serval.benchmarks.websocket;

import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sends every message to all others, as a chat does. Thread-safe. */
@ServerEndpoint(BroadcastEndpoint.PATH)
public final class BroadcastEndpoint {
    static final String PATH = "/websocket/broadcast";

    /** Is answered with the number of sessions. */
    static final String HOW_MANY = "How many are there?";

    private static final Set<Session> SESSIONS = ConcurrentHashMap.newKeySet();

    @OnOpen
    public void open(Session session) {
        SESSIONS.add(session);
    }

    @OnMessage
    public void send(String message, Session sender) throws IOException {
        if (message.equals(HOW_MANY)) {
            sender.getBasicRemote().sendText(Integer.toString(SESSIONS.size()));
            return;
        }
        for (Session session : SESSIONS) {
            if (session != sender) {
                session.getBasicRemote().sendText(message);
            }
        }
    }

    @OnClose
    public void close(Session session) {
        SESSIONS.remove(session);
    }

    /** A client that goes without a word; its session is closed then. */
    @OnError
    public void failed(Session session, Throwable cause) {
        SESSIONS.remove(session);
    }
}
