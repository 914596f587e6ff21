package dev.serval.ops;

import dev.serval.net.AddressBlocks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;

/**
 * The clients that the endpoint answers. Immutable. Every client of the Unix domain socket is
 * answered, since its permissions allow it; on a port, the client's address has to be in the list,
 * and the requested name has to be one of this server: a page of another site in a browser of this
 * computer must not read the endpoint by a name that resolves to it (DNS rebinding).
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

    /** An IPv4 address that is mapped to IPv6 becomes the IPv4 address. */
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
        // A form of another site can send neither field, nor can a script without a preflight
        // request.
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
            return true; // an address, not a name: it cannot be resolved to another server
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
