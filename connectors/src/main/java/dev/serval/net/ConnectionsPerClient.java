package dev.serval.net;

import java.util.HashMap;
import java.util.Map;

/**
 * Which clients hold many of the connections that are open at one moment. Owned by one thread. Made
 * only when a connection has to be closed for another, and dropped after that.
 */
final class ConnectionsPerClient {
    // A client that holds less than this share of all is treated like any other.
    private static final int PART = 8;

    private final Map<ClientNetwork, Integer> counts = new HashMap<>();
    private final int many;

    ConnectionsPerClient(Iterable<Connection> connections) {
        int all = 0;
        for (Connection connection : connections) {
            counts.merge(client(connection), 1, Integer::sum);
            all++;
        }
        many = Math.max(2, all / PART);
    }

    /** How many connections its client holds; 0 where these are not many. */
    int of(Connection connection) {
        int count = counts.getOrDefault(client(connection), 0);
        return count >= many ? count : 0;
    }

    private static ClientNetwork client(Connection connection) {
        return ClientNetwork.of(connection.transport().peer().remote());
    }
}
