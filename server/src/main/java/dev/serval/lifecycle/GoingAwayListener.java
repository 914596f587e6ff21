package dev.serval.lifecycle;

import java.time.Duration;

/**
 * Implemented by an upgrade handler that sends a last message before its application or the server
 * stops, for example the close frame of WebSocket (RFC 6455 §7.4.1, 1001). The connections of other
 * handlers are closed without notice.
 */
public interface GoingAwayListener {
    /**
     * Called once, in a turn of the connection, never while another of its listeners runs. Reads
     * and writes go on as before. The handler closes the WebConnection when it is done; what it has
     * written is still sent.
     *
     * @param left until the connection is closed anyway
     */
    void goingAway(Duration left);
}
