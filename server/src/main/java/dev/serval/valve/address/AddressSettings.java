package dev.serval.valve.address;

import dev.serval.http.Exchange;
import dev.serval.net.Peer;
import dev.serval.valve.Valve;
import java.net.InetSocketAddress;

/**
 * The settings of a RemoteAddrValve or a RemoteCIDRValve. Immutable.
 *
 * @param rule which addresses are admitted
 * @param denyStatus for all others, 400 to 599
 * @param usePeerAddress whether the address of the connection counts instead of the result of a
 *     RemoteIpValve
 */
public record AddressSettings(AddressRule rule, int denyStatus, boolean usePeerAddress) {
    /** In a context, where an error page may answer, around calls; otherwise before routing. */
    public Valve valve(boolean inContext) {
        return inContext ? new AddressGate(this) : new AddressCheck(this);
    }

    /** A client without an address is not allowed. */
    boolean allows(Exchange exchange) {
        Peer connection = exchange.connectionPeer();
        Peer peer = usePeerAddress ? connection : exchange.peer();
        return peer.remote() instanceof InetSocketAddress remote
                && !remote.isUnresolved()
                && rule.allows(remote.getAddress(), port(connection));
    }

    /** That of the connector; 0 if it has none. */
    static int port(Peer connection) {
        return connection.local() instanceof InetSocketAddress local ? local.getPort() : 0;
    }

    /** For the log. */
    static String detail(Exchange exchange) {
        return "the address is not admitted to "
                + exchange.request().methodName()
                + " "
                + exchange.request().rawPath();
    }
}
