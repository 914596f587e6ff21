package dev.serval.tests;

import dev.serval.connector.ConnectorConfig;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** One running program that listens on a port for every {@link Wire}. Thread-safe. */
final class AllPorts implements AutoCloseable {
    private final Serval serval;

    private AllPorts(Serval serval) {
        this.serval = serval;
    }

    /** With settings that no test should notice. */
    static AllPorts start(UnaryOperator<ServalBuilder> program) throws LifecycleException {
        return start(wire -> new Settings().config(wire), program);
    }

    /**
     * @param connector the settings of each port, which must be those of its wire
     */
    static AllPorts start(
            Function<Wire, ConnectorConfig> connector, UnaryOperator<ServalBuilder> program)
            throws LifecycleException {
        ConnectorConfig[] all =
                Stream.of(Wire.values()).map(connector).toArray(ConnectorConfig[]::new);
        return new AllPorts(program.apply(Serval.on(all)).start());
    }

    RawClient connect(Wire wire) throws IOException {
        return new RawClient(wire, serval.uris().get(wire.ordinal()).getPort());
    }

    /** One request on a connection of its own. */
    RawResponse exchange(Wire wire, String request) throws IOException {
        try (RawClient client = connect(wire)) {
            return client.exchange(request);
        }
    }

    @Override
    public void close() {
        serval.close();
    }
}
