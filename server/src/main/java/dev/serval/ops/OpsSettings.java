package dev.serval.ops;

import dev.serval.net.AddressBlocks;
import java.nio.file.Path;
import java.util.Set;

/**
 * Where the endpoint listens, and which clients it answers. Immutable.
 *
 * @param socket the Unix domain socket; null if there is none
 * @param address to listen on, in numbers; only with a port
 * @param port to listen on; 0 means any free one, -1 none
 * @param allow the networks whose clients are answered; of the port only
 * @param hosts names of this server in the field Host, beside localhost and addresses
 * @param threads that answer, 1 to 16
 * @param hurtSeconds how long after a failure of its own threads the server is not ready; -1: until
 *     it ends
 * @param failedApplications whether an application that could not start makes it unready
 */
public record OpsSettings(
        Path socket,
        String address,
        int port,
        AddressBlocks allow,
        Set<String> hosts,
        int threads,
        int hurtSeconds,
        boolean failedApplications) {
    public OpsSettings {
        hosts = Set.copyOf(hosts);
    }
}
