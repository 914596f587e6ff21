package dev.serval.security;

/**
 * How many logins of one realm may wait for a slow hash of a password, and how long; names are
 * Serval's own. Immutable.
 *
 * @param maxQueueSize logins that wait at most; further ones are answered with 503 at once, but
 *     those of a client that has fewer places than another, which loses its last one; default 32
 * @param maxQueueTime milliseconds that one waits at most, until it is answered with 503; default
 *     5000
 */
public record RealmLimits(int maxQueueSize, int maxQueueTime) {
    public static final RealmLimits DEFAULTS = new RealmLimits(32, 5000);
}
