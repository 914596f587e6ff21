package dev.serval.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Addresses that only this machine reaches. Stateless. */
final class Loopback {
    private Loopback() {}

    /** Whether a name or number stands for one; asks no name server but for a name. */
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
