package dev.serval.valve.address;

import dev.serval.net.AddressBlocks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One hop of a request, as noted by the next one. Immutable.
 *
 * @param text as in the field
 * @param node the sender: an address, with or without a port, or other text; may be empty
 * @param proto the scheme; null if there is none
 * @param host the Host field; null if there is none
 */
record ProxyHop(String text, String node, String proto, String host) {
    // An IPv6 address with a port is in brackets (RFC 7239 §6).
    private static final Pattern WITH_PORT =
            Pattern.compile("(\\[[^\\]]*]|[0-9.]+):(\\d{1,5}|_[A-Za-z0-9._-]+)");

    static ProxyHop of(String node) {
        return new ProxyHop(node, node, null, null);
    }

    /** Null if it is not an address: unknown, an obfuscated name, or malformed. */
    InetSocketAddress address() {
        Matcher matcher = WITH_PORT.matcher(node);
        boolean named = matcher.matches();
        try {
            InetAddress address = AddressBlocks.address(named ? matcher.group(1) : node);
            boolean number = named && matcher.group(2).charAt(0) != '_';
            int port = number ? Integer.parseInt(matcher.group(2)) : 0;
            return port > 65535 ? null : new InetSocketAddress(address, port);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
