package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.ajp.AjpConfig;
import dev.serval.config.ServerXml;
import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.Protocol;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the start says of ports: where they answer, and why one cannot be opened. */
class StartedPortsTest {
    // RFC 5737 §3: of no machine.
    private static final String NOWHERE = "192.0.2.1";

    private static String shown(Protocol protocol) throws Exception {
        ConnectorConfig config = ConnectorConfig.of(IoModel.NIO, 0);
        config = config.change().address("127.0.0.1").done();
        Connector connector = new Connector(config, exchange -> {}, List.of(protocol));
        connector.start();
        try {
            return ConnectorAddress.of(connector).shown();
        } finally {
            connector.stop(Duration.ZERO);
        }
    }

    @Test
    void aPortForAjpIsNotShownAsOneForBrowsers() throws Exception {
        assertThat(shown(Connector.ajp(AjpConfig.of("word")))).startsWith("ajp://127.0.0.1:");
        assertThat(shown(Connector.HTTP)).startsWith("http://127.0.0.1:");
    }

    @Test
    void anAddressOfAnotherMachineIsNamed(@TempDir Path base) throws Exception {
        Path xml =
                Files.writeString(
                        base.resolve("server.xml"),
                        "<Server><Service><Connector port='8009' address='"
                                + NOWHERE
                                + "'/><Engine defaultHost='a'><Host name='a'/></Engine></Service>"
                                + "</Server>");
        StartFailure failure =
                TakenPort.failure(ServerXml.read(xml).config(), new BindException("it is so"));
        assertThat(failure)
                .hasMessageStartingWith(
                        "SRV-0808 Port 8009 cannot be opened: 192.0.2.1 is no address of this"
                                + " machine.");
    }
}
