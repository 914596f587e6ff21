package dev.serval.examples;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;

/**
 * Sessions that exchange messages, and the latest messages. Thread-safe. Sends are asynchronous:
 * the server keeps messages for a slow reader, and a session that falls too far behind is closed.
 */
final class Room<M> {
    private static final long IDLE_MILLIS = Duration.ofMinutes(15).toMillis();
    private final int people;
    private final int remembered;
    private final Function<List<M>, Object> message;
    private final Set<Session> members = new CopyOnWriteArraySet<>();
    private final Deque<M> last = new ArrayDeque<>();

    /** For a limited number of people; newcomers get the latest messages as one message. */
    Room(int people, int remembered, Function<List<M>, Object> message) {
        this.people = people;
        this.remembered = remembered;
        this.message = message;
    }

    /** False if the room is full; the session is closed then. */
    synchronized boolean enter(Session session) {
        if (members.size() == people) {
            close(session, CloseCodes.TRY_AGAIN_LATER, "There is no room left.");
            return false;
        }
        session.setMaxIdleTimeout(IDLE_MILLIS);
        if (members.isEmpty()) {
            last.clear();
        } else if (!last.isEmpty()) {
            send(session, message.apply(List.copyOf(last)));
        }
        return members.add(session);
    }

    /**
     * Who is left hears of it, and nobody who enters afterwards. False if the session was not in
     * the room.
     */
    synchronized boolean leave(Session session, List<M> news) {
        boolean left = members.remove(session);
        if (left && !news.isEmpty()) {
            tell(news);
        }
        return left;
    }

    synchronized void tell(List<M> news) {
        last.addAll(news);
        while (last.size() > remembered) {
            last.removeFirst();
        }
        Object sent = message.apply(news);
        members.forEach(member -> send(member, sent));
    }

    /** Sends without waiting; a session that does not read is closed. */
    static void send(Session session, Object message) {
        session.getAsyncRemote()
                .sendObject(
                        message,
                        result -> {
                            if (!result.isOK()) {
                                close(session, CloseCodes.VIOLATED_POLICY, "You read too slowly.");
                            }
                        });
    }

    static void close(Session session, CloseCodes code, String reason) {
        try {
            session.close(new CloseReason(code, reason));
        } catch (IOException e) {
            // It has gone already, and its endpoint is called.
        }
    }
}
