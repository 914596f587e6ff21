package dev.serval.examples;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A message of one goes to all. Each message is one or more lines of plain text, which the page
 * shows as text. There is an instance for each session.
 */
@ServerEndpoint("/sockets/chat")
public final class ChatEndpoint {
    private static final int LONGEST_NAME = 20;
    private static final int LONGEST_MESSAGE = 2000;
    private static final Room<String> ROOM = new Room<>(50, 50, lines -> String.join("\n", lines));
    private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();
    private String name;

    @OnOpen
    public void open(Session session) {
        if (ROOM.enter(session)) {
            name = unused(asked(session));
            tell(name + " has joined");
        }
    }

    @OnMessage(maxMessageSize = LONGEST_MESSAGE)
    public void text(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        if (name != null && !line.isEmpty()) {
            tell(name + ": " + line);
        }
    }

    @OnClose
    public void close(Session session, CloseReason reason) {
        boolean lost = reason.getCloseCode() == CloseCodes.CLOSED_ABNORMALLY;
        String news = name + (lost ? " has lost the connection" : " has left");
        if (ROOM.leave(session, List.of(news))) {
            NAMES.remove(name);
        }
    }

    private static void tell(String line) {
        ROOM.tell(List.of(line));
    }

    /** The parameter {@code name}: only letters, digits and blanks, or "Guest". */
    private static String asked(Session session) {
        List<String> given = session.getRequestParameterMap().getOrDefault("name", List.of(""));
        String name = given.get(0).replaceAll("[^\\p{L}\\p{N} ]", "").strip();
        if (name.isEmpty()) {
            return "Guest";
        }
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    private static String unused(String name) {
        String unused = name;
        for (int i = 2; !NAMES.add(unused); i++) {
            unused = name + " " + i;
        }
        return unused;
    }
}
