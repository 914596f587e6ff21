package dev.serval.valve.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The client of a request according to trusted proxies. Immutable.
 *
 * @param address of the client; null if unknown, port 0 if only the port is unknown
 * @param scheme http or https; null if unknown
 * @param host in lower case, an IPv6 address in brackets; null if unknown
 * @param port that the client has named; 0 if unknown
 * @param rest the part of the address field that was not trusted; empty if there is none
 * @param proxies the trusted ones on the way, without internal ones; empty if there is none
 */
public record Client(
        InetSocketAddress address,
        String scheme,
        String host,
        int port,
        String rest,
        String proxies) {

    /** In digits, without a zone. */
    static String text(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
