package dev.serval.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Addresses that only this machine reaches. Stateless. */
final class Loopback {
    private Loopback() {}

    /** Whether a host name or an IP address is one; only a name needs a look-up. */
    static boolean is(String address) {
        if (address.equalsIgnoreCase("localhost")) {
            return true;
        }
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
