package dev.serval.ajp;

import java.util.regex.Pattern;

/**
 * The settings of a connector for AJP beside those that it shares with HTTP. Immutable. Names and
 * defaults are those of the {@code Connector} attributes of the same name.
 *
 * @param secret what every request has to name; null if none is asked for
 * @param packetSize the most bytes of a packet, 8192 to 65536; default 8192; the front has to have
 *     the same
 * @param ajpFlush whether a flush of an application is passed on to the front; default true
 * @param allowedRequestAttributesPattern the names of the front's own request attributes that are
 *     taken, each as a whole; null, the default, means none
 * @param tomcatAuthentication whether users log in to this server; with false the front's user
 *     counts, without roles; default true
 * @param tomcatAuthorization whether the front's user counts, with the roles that the realm has for
 *     the name; default false
 */
public record AjpConfig(
        String secret,
        int packetSize,
        boolean ajpFlush,
        Pattern allowedRequestAttributesPattern,
        boolean tomcatAuthentication,
        boolean tomcatAuthorization) {
    /** The least {@link #packetSize}. */
    public static final int LEAST_PACKET = 8192;

    /** The most; the length that a packet declares has 16 bits. */
    public static final int MOST_PACKET = 65536;

    /** Every default with that secret. */
    public static AjpConfig of(String secret) {
        return new AjpConfig(secret, LEAST_PACKET, true, null, true, false);
    }

    public AjpConfig {
        if (secret != null && secret.isEmpty()) {
            throw new IllegalArgumentException("an empty secret");
        }
        if (packetSize < LEAST_PACKET || packetSize > MOST_PACKET) {
            throw new IllegalArgumentException("a packetSize of " + packetSize);
        }
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "AjpConfig[packetSize=" + packetSize + "]";
    }
}
