package dev.serval.tests;

import dev.serval.connector.ConnectorConfig;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A running server with the generated {@link Site} at {@code /} and the {@link TestApp} at {@code
 * /app}. Thread-safe.
 */
final class ServerUnderTest implements AutoCloseable {
    private final Wire wire;
    private final Site site;
    private final TestApp app;
    private final Serval serval;

    private ServerUnderTest(Wire wire, ConnectorConfig config) {
        this.wire = wire;
        site = Site.generate();
        app = new TestApp();
        ServalBuilder builder =
                Serval.onPort(0).connector(unchanged -> config).directory("/", site.root());
        for (Map.Entry<String, HttpServlet> servlet : app.servlets().entrySet()) {
            builder.servlet(TestApp.PATH, servlet.getKey(), servlet.getValue());
        }
        try {
            serval = builder.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the server under test does not start", e);
        }
    }

    /** With settings that no test should notice. */
    static ServerUnderTest start(Wire wire) {
        return start(wire, new Settings());
    }

    static ServerUnderTest start(Wire wire, Settings settings) {
        return start(wire, settings.config(wire));
    }

    /** With a whole configuration, which must be one of that wire. */
    static ServerUnderTest start(Wire wire, ConnectorConfig config) {
        return new ServerUnderTest(wire, config);
    }

    Wire wire() {
        return wire;
    }

    int port() {
        return serval.port();
    }

    Site site() {
        return site;
    }

    TestApp app() {
        return app;
    }

    RawClient connect() throws IOException {
        return new RawClient(wire, port());
    }

    /** One request on a connection of its own. */
    RawResponse exchange(String request) throws IOException {
        try (RawClient client = connect()) {
            return client.exchange(request);
        }
    }

    /** GET of a target with nothing but Host. */
    RawResponse get(String target) throws IOException {
        return exchange(request("GET", target));
    }

    /** A request without body: the method, the target, Host and the given field lines. */
    static String request(String method, String target, String... fields) {
        StringBuilder text = new StringBuilder(method).append(' ').append(target);
        text.append(" HTTP/1.1\r\nHost: localhost\r\n");
        for (String field : fields) {
            text.append(field).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    /** A POST of a body of one byte per char. */
    static String post(String target, String type, String body, String... fields) {
        List<String> all = new ArrayList<>(List.of(fields));
        all.add("Content-Type: " + type);
        all.add("Content-Length: " + body.length());
        return request("POST", target, all.toArray(String[]::new)) + body;
    }

    /** Stops the server as an operator would, and keeps the site. */
    void stop() {
        serval.close();
    }

    /** The same, but requests in flight get only that long. */
    void stop(Duration within) {
        serval.stop(within);
    }

    @Override
    public void close() throws IOException {
        serval.close();
        site.close();
    }

    @Override
    public String toString() {
        return wire.name();
    }
}
