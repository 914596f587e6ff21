package dev.serval.valve.accesslog;

import dev.serval.http.Origin;
import dev.serval.http.RequestHead;
import dev.serval.valve.address.ShortAddress;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The two ends of a connection, as lines show them. Stateless. */
final class Addresses {
    private Addresses() {}

    /** The address in digits; never queries a name server. */
    static void append(Line line, Completed completed, SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet) || inet.isUnresolved()) {
            line.one('-');
            return;
        }
        InetAddress ip = inet.getAddress();
        if (ip instanceof Inet4Address) {
            byte[] octets = ip.getAddress();
            for (int i = 0; i < octets.length; i++) {
                if (i > 0) {
                    line.one('.');
                }
                line.number(octets[i] & 0xff);
            }
            return;
        }
        if (completed.shortAddresses()) {
            line.text(ShortAddress.of(ip));
            return;
        }
        String text = ip.getHostAddress();
        int zone = text.indexOf('%');
        line.text(zone < 0 ? text : text.substring(0, zone));
    }

    static void remotePort(Line line, Completed completed) {
        port(line, completed.peer().remote());
    }

    /** The port that the client named, else the usual one of the scheme. */
    static void serverPort(Line line, Completed completed) {
        RequestHead head = completed.head();
        Origin origin = completed.origin();
        if (origin.proxyPort() > 0) {
            line.number(origin.proxyPort());
        } else if (head.port() > 0) {
            line.number(head.port());
        } else if (head.hostStart() < head.hostEnd()) {
            line.number("https".equals(origin.scheme()) ? 443 : 80);
        } else {
            port(line, completed.peer().local());
        }
    }

    /** The host that the client named, else the address that it connected to. */
    static void serverName(Line line, Completed completed) {
        RequestHead head = completed.head();
        Origin origin = completed.origin();
        if (origin.proxyName() != null) {
            line.escaped(origin.proxyName());
        } else if (head.hostStart() < head.hostEnd()) {
            line.escaped(head.host());
        } else {
            append(line, completed, completed.peer().local());
        }
    }

    private static void port(Line line, SocketAddress address) {
        if (address instanceof InetSocketAddress inet) {
            line.number(inet.getPort());
        } else {
            line.one('-');
        }
    }
}
