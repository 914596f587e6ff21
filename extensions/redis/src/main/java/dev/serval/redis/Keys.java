package dev.serval.redis;

import java.nio.charset.StandardCharsets;

/**
 * The names of keys in Redis. Immutable.
 *
 * <pre>
 *   serval:{Catalina/localhost/shop:7}:AB12...     a session: v version, e end, b bytes
 *   serval:{Catalina/localhost/shop:7}             ids by their end
 *   serval:{Catalina/localhost/shop:7}ids          ids in their order
 *   serval:{Catalina/localhost/shop:7}-AB12...     which call has removed it, for a minute
 * </pre>
 *
 * <p>The text in braces determines the slot of a cluster, and the keys of one command have to be in
 * one slot. So the sessions of an application are in 16 parts, by a hash of the id.
 */
final class Keys {
    /** The number of parts. All nodes have to agree, also those of other releases. */
    static final int PARTS = 16;

    private final String beginning;

    /**
     * @param application any text
     */
    Keys(String prefix, String application) {
        String name = application.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
        beginning = prefix + "{" + name + ":";
    }

    static int part(String id) {
        return Math.floorMod(id.hashCode(), PARTS);
    }

    byte[] session(String id) {
        return bytes(beginning + part(id) + "}:" + id);
    }

    byte[] removed(String id) {
        return bytes(beginning + part(id) + "}-" + id);
    }

    byte[] byEnd(int part) {
        return bytes(beginning + part + "}");
    }

    byte[] byId(int part) {
        return bytes(beginning + part + "}ids");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
