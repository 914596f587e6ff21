package dev.serval.ops;

import dev.serval.net.AddressBlocks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;

/**
 * Whom the endpoint answers. Immutable. Who reaches the Unix domain socket may, since its rights
 * say so; on a port, the client's address has to be in the list, and the name that it asks for one
 * of this server: a page of another site that a browser of this computer shows must not read it by
 * a name that leads here (DNS rebinding).
 */
final class Guests {
    private final OpsSettings settings;

    Guests(OpsSettings settings) {
        this.settings = settings;
    }

    /**
     * Whether a connection is answered.
     *
     * @param remote of its client
     */
    boolean mayEnter(SocketAddress remote) {
        return !(remote instanceof InetSocketAddress address)
                || settings.allow().contains(plain(address.getAddress()));
    }

    /** An IPv4 address in IPv6 is that one. */
    private static InetAddress plain(InetAddress address) {
        return AddressBlocks.address(address.getHostAddress().replaceAll("%.*", ""));
    }

    /**
     * Throws for a request that is not to be answered.
     *
     * @param remote of its client
     */
    void require(OpsRequest request, SocketAddress remote) throws OpsRequest.BadRequest {
        String host = request.field("host");
        if (remote instanceof InetSocketAddress && !isOurs(host)) {
            throw new OpsRequest.BadRequest(
                    421, "Host names another server; see hosts of the OpsEndpoint");
        }
        if (request.method().equals("GET") || request.method().equals("HEAD")) {
            return;
        }
        // A form of another site can send neither of them, nor a script without being asked.
        String type = request.field("content-type");
        boolean meant =
                request.field("x-serval-ops") != null
                        || type != null && type.startsWith("application/json");
        if (!meant || request.field("origin") != null) {
            throw new OpsRequest.BadRequest(
                    403, "a change needs the field X-Serval-Ops, and no Origin");
        }
    }

    private boolean isOurs(String host) {
        if (host == null || host.isEmpty()) {
            return false;
        }
        String name = host.toLowerCase(Locale.ROOT).replaceFirst(":\\d*$", "");
        if (name.equals("localhost") || settings.hosts().contains(name)) {
            return true;
        }
        try {
            AddressBlocks.address(name);
            return true; // no name, so nobody can let it lead elsewhere
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
