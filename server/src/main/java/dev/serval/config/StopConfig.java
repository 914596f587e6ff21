package dev.serval.config;

import dev.serval.settings.Location;
import java.time.Duration;

/**
 * What the element {@code Server} says of its end. Immutable.
 *
 * @param drainDelay how long ports stay open after the server has been told to stop, so that those
 *     who choose a server can learn of it; default 0
 * @param port where the word that stops it is accepted; null if nowhere, which is the default
 */
public record StopConfig(Duration drainDelay, ShutdownPort port) {
    /** At once, and by signals alone. */
    public static final StopConfig DEFAULTS = new StopConfig(Duration.ZERO, null);

    /**
     * A TCP port of the loopback address.
     *
     * @param at its place in the file
     * @param address the name or number of a loopback address; default localhost
     * @param port 0 to 65535, with portOffset; 0 means any free one
     * @param word what has to be sent; a secret
     */
    public record ShutdownPort(Location at, String address, int port, String word) {
        /** Without the word. */
        @Override
        public String toString() {
            return address + ":" + port;
        }
    }
}
