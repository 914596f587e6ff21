package dev.serval.tests;

import dev.serval.connector.ConnectorConfig;
import dev.serval.embed.Serval;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A server whose application at {@code /app} is one servlet, given by a test. Thread-safe. */
final class OneServlet implements AutoCloseable {
    /** What the servlet does. */
    @FunctionalInterface
    interface Body {
        void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException;
    }

    private final Wire wire;
    private final Serval serval;

    private OneServlet(Wire wire, Serval serval) {
        this.wire = wire;
        this.serval = serval;
    }

    static OneServlet start(Wire wire, Body body) {
        return start(wire, new Given(body));
    }

    static OneServlet start(Wire wire, HttpServlet servlet) {
        return start(wire, servlet, new Settings());
    }

    static OneServlet start(Wire wire, HttpServlet servlet, Settings settings) {
        try {
            return new OneServlet(
                    wire,
                    Serval.onPort(0)
                            .connector(unchanged -> settings.config(wire))
                            .servlet("/app", "/*", servlet)
                            .start());
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * With the settings that a {@code Connector} of server.xml has.
     *
     * @param attributes those that differ from the defaults
     */
    static OneServlet configured(Wire wire, String attributes, Body body) {
        ConnectorConfig config =
                Configured.connector(attributes)
                        .change()
                        .io(wire.io())
                        .address("localhost")
                        .tls(wire.tls() ? TestTls.shared() : null)
                        .done();
        try {
            return new OneServlet(
                    wire,
                    Serval.onPort(0)
                            .connector(unchanged -> config)
                            .servlet("/app", "/*", new Given(body))
                            .start());
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    RawClient connect() throws IOException {
        return new RawClient(wire, serval.port());
    }

    /** A client whose system takes little in advance. */
    RawClient slow() throws IOException {
        return RawClient.slow(wire, serval.port());
    }

    RawResponse get(String path, String... fields) throws IOException {
        return exchange(ServerUnderTest.request("GET", "/app" + path, fields));
    }

    RawResponse exchange(String request) throws IOException {
        try (RawClient client = connect()) {
            return client.exchange(request);
        }
    }

    /** The text of a request. */
    static String post(String path, String type, String body) {
        return ServerUnderTest.post("/app" + path, type, body);
    }

    /** Takes the application away while the server goes on. */
    void undeploy() {
        serval.undeploy("/app");
    }

    @Override
    public void close() {
        serval.close();
    }

    static class Given extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final transient Body body;

        Given(Body body) {
            this.body = body;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            body.service(request, response);
        }
    }
}
