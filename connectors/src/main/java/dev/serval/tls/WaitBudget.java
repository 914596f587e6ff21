package dev.serval.tls;

import dev.serval.net.Transport;

/**
 * The time that a reader may wait in total until a record is complete: a peer that sends a byte now
 * and then gets no more time than one that sends none. Owned by the reader.
 */
final class WaitBudget {
    private long timeout;
    private long spent;
    private long since;

    /**
     * Sets the milliseconds for the next bytes; 0 or less means no limit. Another value begins a
     * new budget.
     */
    void timeout(long millis) {
        if (millis != timeout) {
            timeout = millis;
            spent = 0;
        }
    }

    /** A wait begins: limits it to the time that is left. */
    void begin(Transport socket) {
        if (timeout > 0) {
            since = millis();
        }
        socket.readTimeout(timeout <= 0 ? timeout : Math.max(1, timeout - spent));
    }

    /** The wait, if there was one, is over. */
    void end() {
        if (since != 0) {
            spent += millis() - since;
            since = 0;
        }
    }

    /** A record has come, or no thread waits for one any more. */
    void renew() {
        spent = 0;
        since = 0;
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
