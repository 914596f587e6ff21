package dev.serval.embed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One request over a connection of its own. Stateless. */
final class Asked {
    private Asked() {}

    static String get(Serval serval, String path, String... fields) throws IOException {
        return send(serval, "GET", path, "", fields);
    }

    /** The whole response, until the end of the connection. */
    static String send(Serval serval, String method, String path, String body, String... fields)
            throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), serval.port())) {
            socket.setSoTimeout(20_000);
            StringBuilder request = new StringBuilder();
            request.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: x\r\n");
            for (String field : fields) {
                request.append(field).append("\r\n");
            }
            if (!body.isEmpty()) {
                request.append("Content-Length: ").append(body.length()).append("\r\n");
            }
            request.append("Connection: close\r\n\r\n").append(body);
            socket.getOutputStream()
                    .write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
