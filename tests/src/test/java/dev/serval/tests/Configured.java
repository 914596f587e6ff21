package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.connector.ConnectorConfig;
import dev.serval.container.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Settings and servers as a server.xml gives them. Stateless. */
final class Configured {
    private Configured() {}

    /** The only connector of a file, which has these attributes besides its port, 0. */
    static ConnectorConfig connector(String attributes) {
        try {
            Path file = Files.createTempFile("server", ".xml");
            try {
                Files.writeString(
                        file,
                        "<Server><Service name='S'><Connector port='0' "
                                + attributes
                                + "/><Engine name='E' defaultHost='h'><Host name='h'/></Engine>"
                                + "</Service></Server>");
                ServerXml.Result result = ServerXml.read(file, System::getProperty);
                assertThat(result.errors()).isEmpty();
                return result.config().services().get(0).connectors().get(0).config();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A running server with one connector and one host, which deploys {@code webapps/}. */
    static Server server(Path base, Wire wire) throws Exception {
        return server(
                base,
                "<Connector port='0' protocol='" + wire.io() + "'/>",
                "<Host name='localhost'/>");
    }

    /**
     * A running server, which whoever asks for it stops.
     *
     * @param connectors the elements
     * @param engine what is inside of Engine, whose host by default is localhost
     */
    static Server server(Path base, String connectors, String engine) throws Exception {
        Path file = Files.createDirectories(base.resolve("conf")).resolve("server.xml");
        Files.writeString(
                file,
                "<Server><Service>"
                        + connectors
                        + "<Engine name='E' defaultHost='localhost'>"
                        + engine
                        + "</Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        Server server = Server.of(result.config(), base, base);
        server.start();
        return server;
    }
}
