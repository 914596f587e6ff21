package dev.serval.startup;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The names by which clients reach an address that a server listens on. Stateless. */
final class LocalAddresses {
    private LocalAddresses() {}

    /** Whether only this machine reaches an address. */
    static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // impossible: it listens there
        }
    }

    /** The hosts as they are written in a URL, the one for this machine first. */
    static List<String> hosts(String address) {
        List<String> hosts = new ArrayList<>();
        try {
            InetAddress listening = InetAddress.getByName(address);
            if (address.equals(ServeOptions.LOOPBACK)) {
                return List.of("localhost");
            }
            if (!listening.isAnyLocalAddress()) {
                return List.of(shown(listening, address));
            }
            hosts.add("localhost");
            for (NetworkInterface network :
                    Collections.list(NetworkInterface.getNetworkInterfaces())) {
                for (InetAddress own : Collections.list(network.getInetAddresses())) {
                    if (!own.isLoopbackAddress() && !own.isLinkLocalAddress()) {
                        hosts.add(shown(own, own.getHostAddress()));
                    }
                }
            }
        } catch (UnknownHostException | SocketException e) {
            // Further addresses are only a convenience; the known ones work.
            return hosts.isEmpty() ? List.of(address) : hosts;
        }
        return hosts;
    }

    private static String shown(InetAddress address, String text) {
        if (!(address instanceof Inet6Address) || text.indexOf(':') < 0) {
            return text;
        }
        int zone = text.indexOf('%');
        return "[" + (zone < 0 ? text : text.substring(0, zone)) + "]";
    }
}
