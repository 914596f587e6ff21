package dev.serval.startup;

import dev.serval.config.ServerConfig;
import dev.serval.connector.ConnectorConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Explains why a port could not be bound. Stateless. */
final class TakenPort {
    private TakenPort() {}

    /** The failure that names the port, and the process that holds it if that can be seen. */
    static StartFailure failure(ServerConfig config, BindException cause) {
        for (var service : config.services()) {
            for (var entry : service.connectors()) {
                ConnectorConfig connector = entry.config();
                if (connector.sockets().unixDomainSocket() != null) {
                    continue; // its own message names the port
                }
                String reason = reason(connector);
                if (reason != null) {
                    return failure(connector.port(), reason, hint());
                }
            }
        }
        return new StartFailure("SRV-0808 A port cannot be opened: " + cause.getMessage());
    }

    /** The failure of one port. */
    static StartFailure failure(int port, String reason, String hint) {
        return new StartFailure("SRV-0808 Port " + port + " " + reason + hint);
    }

    private static String hint() {
        return " Nothing was started; SERVAL_PORT or conf/server.xml sets another port, the latter also"
                + " another address.";
    }

    /** Why a port cannot be opened now; null if it can. */
    static String reason(ConnectorConfig connector) {
        String address = connector.address();
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(
                    address == null || address.isEmpty()
                            ? new InetSocketAddress(connector.port())
                            : new InetSocketAddress(address, connector.port()));
            return null;
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            if (!message.contains("in use")) {
                return message.contains("assign")
                        ? "cannot be opened: " + address + " is no address of this machine."
                        : "cannot be opened: " + message + ".";
            }
            String holder = PortHolder.of(connector.port());
            return "is taken" + (holder == null ? "." : " by " + holder + ".");
        }
    }
}
