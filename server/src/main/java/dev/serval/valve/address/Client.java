package dev.serval.valve.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * What trusted proxies say of a request. Immutable.
 *
 * @param address of the client; null when they do not say, port 0 when they do not say that
 * @param scheme http or https; null when they do not say
 * @param host in lower case, an IPv6 address in brackets; null when they do not say
 * @param port that the client has named; 0 when they do not say
 * @param rest of the field with the addresses: what was not believed; empty for nothing
 * @param proxies trusted ones on the way, those that are internal left out; empty if there is none
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
