package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.connector.ConnectorConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Settings as a server.xml gives them. Stateless. */
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
}
