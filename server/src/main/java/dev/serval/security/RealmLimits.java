package dev.serval.security;

/**
 * The limits of logins of one realm that wait for a slow hash; names are Serval's own. Immutable.
 *
 * @param maxQueueSize the limit of waiting logins; further ones are answered with 503 at once,
 *     unless their client has fewer places than another client, which then loses its last place;
 *     default 32
 * @param maxQueueTime milliseconds until a waiting login is answered with 503; default 5000
 */
public record RealmLimits(int maxQueueSize, int maxQueueTime) {
    public static final RealmLimits DEFAULTS = new RealmLimits(32, 5000);
}
