package dev.serval.tests;

import dev.serval.container.Server;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A process with a server of a base directory, which a test may kill: it says its port. */
final class KilledServer {
    private KilledServer() {}

    /** Stops in order when a line comes. */
    public static void main(String[] arguments) throws Exception {
        Server server = Configured.server(Path.of(arguments[0]), Wire.NIO);
        System.out.println("port " + server.connectors().get(0).port());
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        in.readLine();
        server.stop(Duration.ofSeconds(60));
        System.out.println("stopped");
    }
}
