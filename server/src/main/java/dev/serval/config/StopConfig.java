package dev.serval.config;

import dev.serval.settings.Location;
import java.time.Duration;

/**
 * How the server stops, from the element {@code Server}. Immutable.
 *
 * @param drainDelay how long ports stay open after the server has been told to stop, so that load
 *     balancers can notice it; default 0
 * @param port the port that accepts the word that stops it; null if there is none, which is the
 *     default
 */
public record StopConfig(Duration drainDelay, ShutdownPort port) {
    /** Ports close at once, and only signals stop the server. */
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
