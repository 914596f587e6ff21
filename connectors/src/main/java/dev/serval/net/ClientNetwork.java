package dev.serval.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * What counts as one client where clients are counted: an IPv4 address, or the 64-bit network of an
 * IPv6 address, since one client can use any address of its network (RFC 4291 §2.5.1). Immutable.
 *
 * @param prefix its first bits
 * @param bits how many: 32 or 64; 0 for clients without an address
 */
public record ClientNetwork(long prefix, int bits) {
    /** All clients without an address, such as those of a Unix domain socket. */
    public static final ClientNetwork UNKNOWN = new ClientNetwork(0, 0);

    /** Of an address. */
    public static ClientNetwork of(InetAddress address) {
        byte[] bytes = address.getAddress();
        int count = Math.min(bytes.length, Long.BYTES);
        long prefix = 0;
        for (int i = 0; i < count; i++) {
            prefix = prefix << 8 | bytes[i] & 0xff;
        }
        return new ClientNetwork(prefix, count * Byte.SIZE);
    }

    /** Of the end of a connection; {@link #UNKNOWN} if it has no address. */
    static ClientNetwork of(SocketAddress end) {
        return end instanceof InetSocketAddress internet && !internet.isUnresolved()
                ? of(internet.getAddress())
                : UNKNOWN;
    }

    /**
     * Of a numeric address, as {@link AddressBlocks#address} reads it; {@link #UNKNOWN} for null
     * and for any other text.
     */
    public static ClientNetwork of(String address) {
        if (address == null || address.isEmpty()) {
            return UNKNOWN;
        }
        int zone = address.indexOf('%');
        try {
            return of(AddressBlocks.address(zone < 0 ? address : address.substring(0, zone)));
        } catch (IllegalArgumentException e) {
            return UNKNOWN;
        }
    }
}
