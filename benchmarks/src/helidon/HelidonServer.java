package dev.serval.benchmarks;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.staticcontent.FileSystemHandlerConfig;
import io.helidon.webserver.staticcontent.StaticContentFeature;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Embedded Helidon with its own handlers, since it has no servlets; the driver compiles this file
 * where the JDK is 21 or newer. Stateless.
 */
final class HelidonServer implements EmbeddedServer {
    private static final byte[] PIECE =
            "0123456789abcde\n".repeat(256).getBytes(StandardCharsets.US_ASCII);

    @Override
    public int start(Contender contender, Site site) throws Exception {
        HttpRouting.Builder routing = HttpRouting.builder();
        if (site.applications() == 0) {
            handlers(routing);
            routing.register(
                    "/",
                    StaticContentFeature.createService(
                            FileSystemHandlerConfig.create(site.documents())));
        }
        for (int i = 1; i <= site.applications(); i++) {
            hello(routing, "/app" + i + Servlets.HELLO);
        }
        WebServerConfig.Builder server =
                WebServer.builder()
                        .address(InetAddress.getByName("127.0.0.1"))
                        .port(0)
                        .backlog(Site.BACKLOG)
                        .maxTcpConnections(Site.CONNECTIONS)
                        .idleConnectionTimeout(Duration.ofMillis(Site.KEEP_ALIVE))
                        // As in all others: else an answer of two writes waits 40 ms for an
                        // acknowledgement.
                        .connectionOptions(options -> options.tcpNoDelay(true))
                        .shutdownHook(false)
                        .routing(routing);
        if (site.tls() != null) {
            javax.net.ssl.SSLContext context = site.tls().context();
            server.tls(
                    tls -> {
                        tls.sslContext(context);
                        if (site.tls().protocol() != null) {
                            tls.addEnabledProtocol(site.tls().protocol());
                            tls.addEnabledCipherSuite(site.tls().suite());
                        }
                    });
        }
        return server.build().start().port();
    }

    private static void handlers(HttpRouting.Builder routing) {
        hello(routing, Servlets.CONTEXT + Servlets.HELLO);
        routing.post(
                Servlets.CONTEXT + Servlets.ECHO,
                (request, response) -> {
                    byte[] body = request.content().as(byte[].class);
                    response.header(HeaderValues.CONTENT_TYPE_JSON).send(body);
                });
        routing.get(
                Servlets.CONTEXT + Servlets.WAIT,
                (request, response) -> {
                    Thread.sleep(Servlets.WAITED);
                    response.header(HeaderValues.CONTENT_TYPE_TEXT_PLAIN).send("Hello, world!");
                });
        routing.get(
                Servlets.CONTEXT + Servlets.STREAM,
                (request, response) -> {
                    response.header(HeaderNames.CONTENT_TYPE, "text/plain");
                    try (OutputStream out = response.outputStream()) {
                        for (int i = 0; i < Servlets.STREAMED / PIECE.length; i++) {
                            out.write(PIECE);
                        }
                    }
                });
    }

    private static void hello(HttpRouting.Builder routing, String path) {
        routing.get(
                path,
                (request, response) ->
                        response.header(HeaderValues.CONTENT_TYPE_TEXT_PLAIN)
                                .send("Hello, world!"));
    }
}
