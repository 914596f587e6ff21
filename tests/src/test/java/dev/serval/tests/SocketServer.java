package dev.serval.tests;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.file.Path;

/** The endpoints of {@link SocketApp} at {@code /app}, for raw clients. Thread-safe. */
final class SocketServer implements AutoCloseable {
    private final ServletUnderTest server;
    private final Serval serval;

    SocketServer(ServletUnderTest server, Path directory) throws Exception {
        this.server = server;
        AppDirectory app =
                SocketApp.in(new AppDirectory(directory, server.wire().name())).webXml("");
        serval = server.start(b -> b.webapp("/app", app.root()));
    }

    /** A connection that asks with these fields, too. */
    RawSocket open(String path, String... fields) throws IOException {
        return new RawSocket(server.wire(), serval.port(), "/app" + path, "", fields);
    }

    /** A connection whose request has these bytes behind it. */
    RawSocket openBefore(byte[] behind, String path) throws IOException {
        String bytes = new String(behind, java.nio.charset.StandardCharsets.ISO_8859_1);
        return new RawSocket(server.wire(), serval.port(), "/app" + path, bytes);
    }

    /** Where a client of its own finds it. */
    String uri(String path) {
        return SocketClient.uri(server.wire(), serval, "/app" + path).toString();
    }

    @Override
    public void close() {
        serval.close();
    }
}
