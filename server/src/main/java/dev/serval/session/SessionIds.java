package dev.serval.session;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Makes session ids: random bytes in hexadecimal digits (CWE-384), and behind a dot the route of
 * this server if it has one, by which a balancer finds the server again. Thread-safe.
 *
 * <p>The id of a session includes the route. The route is not secret, and does not show whether
 * there is such a session.
 */
public final class SessionIds {
    /** Characters of an id by default: 160 random bits. */
    static final int LENGTH = 40;

    /** The most characters of a route. */
    public static final int LONGEST_ROUTE = 64;

    // Characters that a cookie, a path parameter and the settings of a balancer can hold unencoded.
    private static final Pattern ROUTE = Pattern.compile("[A-Za-z0-9._~-]+");

    private final SecureRandom random;
    private final int length;
    // With the dot before it; empty if there is none.
    private final String route;

    /** Ids of 20 bytes, from the platform's generator. */
    public SessionIds() {
        this(new SecureRandom(), LENGTH / 2);
    }

    /**
     * @param bytes of an id: 16 or more, since ids must not be guessed
     */
    public SessionIds(SecureRandom random, int bytes) {
        this(random, 2 * bytes, "");
    }

    private SessionIds(SecureRandom random, int length, String route) {
        this.random = random;
        this.length = length;
        this.route = route;
    }

    /** Whether a text can be a route: letters, digits and {@code . _ ~ -}, 64 at most. */
    public static boolean isRoute(String text) {
        return text.length() <= LONGEST_ROUTE && ROUTE.matcher(text).matches();
    }

    /**
     * The same ids with a route, unless these have one.
     *
     * @param name null or empty if there is none
     * @throws IllegalArgumentException if it is no route
     */
    public SessionIds routed(String name) {
        if (name == null || name.isEmpty() || !route.isEmpty()) {
            return this;
        }
        if (!isRoute(name)) {
            throw new IllegalArgumentException("no route of sessions: " + name);
        }
        return new SessionIds(random, length, "." + name);
    }

    /** The route of this server; null if it has none. */
    public String route() {
        return route.isEmpty() ? null : route.substring(1);
    }

    /** A new id. */
    public String next() {
        byte[] bytes = new byte[length / 2];
        random.nextBytes(bytes);
        return HexFormat.of().withUpperCase().formatHex(bytes) + route;
    }

    /** Characters of an id without its route. */
    public int length() {
        return length;
    }

    /**
     * An id without its route, by which servers that share a store know it.
     *
     * @param id that {@link #mayBe} one
     */
    public String bare(String id) {
        return id.substring(0, length);
    }

    /**
     * The id with which a session goes on here: the same with the route of this server, or without
     * a route if this server has none.
     *
     * @param id that {@link #mayBe} one
     */
    public String here(String id) {
        return id.startsWith(route, length) && id.length() == length + route.length()
                ? id
                : id.substring(0, length) + route;
    }

    /**
     * Whether a text is worth looking up, by its length: false for null, true also for ids of
     * servers with other routes or without one.
     */
    public boolean mayBe(String id) {
        return id != null
                && (id.length() == length
                        || id.length() > length + 1
                                && id.length() <= length + 1 + LONGEST_ROUTE
                                && id.charAt(length) == '.');
    }

    /** Whether a text could be an id from here or from a server with another route. */
    public boolean mayHaveMade(String id) {
        return mayBe(id)
                && id.substring(0, length)
                        .chars()
                        .allMatch(c -> c >= '0' && c <= '9' || c >= 'A' && c <= 'F')
                && (id.length() == length || isRoute(id.substring(length + 1)));
    }
}
