package dev.serval.net;

import java.util.HashMap;
import java.util.Map;

/**
 * Which clients hold many of the connections that are open at one moment. Owned by one thread. Made
 * only where somebody has to give way; as large as the connections are many, and gone after that.
 */
final class ConnectionsPerClient {
    // Whoever holds less than this part of all is as the others are.
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
