package dev.serval.jfr;

import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;

/**
 * Records what happens, if something records. Stateless, thread-safe. Carriers that virtual threads
 * pin are an event of the JDK itself, {@code jdk.VirtualThreadPinned}, from JDK 21 on.
 */
public final class Flight {
    private static final long LEAST_WAIT = TimeUnit.MILLISECONDS.toNanos(1);

    private Flight() {}

    /**
     * Whether nothing has ever recorded in this process. The JDK gets ready for a recording with
     * the first event that is made, which would hold up each start.
     */
    private static boolean isOff() {
        return !FlightRecorder.isInitialized();
    }

    /** A connection was accepted. */
    public static void accepted(String connector, Object client) {
        if (isOff()) {
            return;
        }
        AcceptEvent event = new AcceptEvent();
        if (event.shouldCommit()) {
            event.connector = connector;
            event.client = String.valueOf(client);
            event.commit();
        }
    }

    /**
     * A TLS handshake is over.
     *
     * @param millis that it took
     */
    public static void shaken(
            Object client, String protocol, String cipherSuite, boolean succeeded, long millis) {
        if (isOff()) {
            return;
        }
        HandshakeEvent event = new HandshakeEvent();
        if (event.shouldCommit()) {
            event.client = String.valueOf(client);
            event.protocol = protocol;
            event.cipherSuite = cipherSuite;
            event.succeeded = succeeded;
            event.time = millis;
            event.commit();
        }
    }

    /**
     * A request has got a thread.
     *
     * @param sinceNanos when its head was complete, by {@link System#nanoTime}
     * @param waiting how many others wait
     */
    public static void waited(long sinceNanos, int waiting) {
        if (isOff()) {
            return;
        }
        QueueWaitEvent event = new QueueWaitEvent();
        if (event.shouldCommit()) {
            long wait = System.nanoTime() - sinceNanos;
            if (wait >= LEAST_WAIT) {
                event.wait = wait;
                event.waiting = waiting;
                event.commit();
            }
        }
    }

    /** What is told of a request, asked only if it is recorded. */
    public interface Requested {
        String id();

        String method();

        /** As the client has sent it. */
        String path();

        String host();

        Object client();

        /** The trace that it belongs to; null if there is none. */
        String traceparent();

        int status();

        long sent();

        boolean complete();
    }

    /** The head of a request is complete. Returns null if nothing records requests. */
    public static RequestEvent begun() {
        if (isOff()) {
            return null;
        }
        RequestEvent event = new RequestEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /**
     * A request is over. True if it has taken so long that {@link #answered} has to tell of it.
     *
     * @param event that of its begin; null if nothing recorded then
     */
    public static boolean isLong(RequestEvent event) {
        if (event == null) {
            return false;
        }
        event.end();
        return event.shouldCommit();
    }

    /** A request is over, and it is {@link #isLong}. */
    public static void answered(RequestEvent event, Requested request) {
        String path = request.path();
        int parameters = path.indexOf(';');
        event.id = request.id();
        event.method = request.method();
        event.path = parameters < 0 ? path : path.substring(0, parameters);
        event.host = request.host();
        event.client = String.valueOf(request.client());
        event.traceparent = request.traceparent();
        event.status = request.status();
        event.sent = request.sent();
        event.complete = request.complete();
        event.commit();
    }

    /** An event loop goes on without the call that its thread runs. */
    public static void takenAway(Object reason, Thread thread) {
        if (isOff()) {
            return;
        }
        TakenAwayEvent event = new TakenAwayEvent();
        if (event.shouldCommit()) {
            event.reason = String.valueOf(reason);
            event.thread = thread.getName();
            event.commit();
        }
    }

    /** A request is refused. */
    public static void rejected(
            String connector, String code, int status, String id, Object client) {
        if (isOff()) {
            return;
        }
        RejectionEvent event = new RejectionEvent();
        if (event.shouldCommit()) {
            event.connector = connector;
            event.code = code;
            event.status = status;
            event.id = id;
            event.client = String.valueOf(client);
            event.commit();
        }
    }

    /**
     * An application has come to another state.
     *
     * @param step that state
     * @param failure why it cannot be served; null if it can
     */
    public static void deployed(String application, Object step, String failure) {
        if (isOff()) {
            return;
        }
        DeploymentEvent event = new DeploymentEvent();
        if (event.shouldCommit()) {
            event.application = application;
            event.step = String.valueOf(step);
            event.failure = failure;
            event.commit();
        }
    }
}
