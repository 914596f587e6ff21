package dev.serval.lifecycle;

import java.time.Duration;

/**
 * What an upgrade handler implements that wants to say something before its application or the
 * server stops, for example the close frame of WebSocket (RFC 6455 §7.4.1, 1001). The connections
 * of other handlers are closed without a word.
 */
public interface GoingAwayListener {
    /**
     * Called once, in a turn of the connection: never beside its other listeners, nor while one of
     * them runs. Reads and writes go on as before. Whoever is done closes the WebConnection; what
     * was written still leaves.
     *
     * @param left until the connection is closed anyway
     */
    void goingAway(Duration left);
}
