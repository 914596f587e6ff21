package dev.serval.websocket.handshake;

import dev.serval.websocket.wire.ExtensionOffer;
import dev.serval.websocket.wire.PerMessageDeflate;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Extension;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Requests a connection from a server (RFC 6455 §4.1). Used by one thread, once. */
public final class ClientHandshake {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int MOST_OF_HEAD = 64 * 1024;
    private static final int KEY_BYTES = 16;

    private final URI uri;
    private final ClientEndpointConfig config;
    private final String key;
    private final boolean deflates;
    private String subprotocol = "";
    private PerMessageDeflate deflate;

    /**
     * @param uri with a host, ws or wss
     */
    public ClientHandshake(URI uri, ClientEndpointConfig config) {
        this.uri = uri;
        this.config = config;
        byte[] random = new byte[KEY_BYTES];
        RANDOM.nextBytes(random);
        key = Base64.getEncoder().encodeToString(random);
        deflates =
                config.getExtensions().stream()
                        .map(Extension::getName)
                        .anyMatch(PerMessageDeflate.NAME::equals);
    }

    /**
     * Sends the request and reads the response, and nothing after it.
     *
     * @param millis that the answer may take as a whole; 0 for no limit
     * @throws DeploymentException when the server refuses, or its answer is no valid one
     */
    public void run(Socket socket, int millis) throws IOException, DeploymentException {
        socket.getOutputStream().write(request().getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        String[] head = head(socket, millis).split("\r\n");
        String[] status = head[0].split(" ", 3);
        if (status.length < 2 || !status[0].equals("HTTP/1.1") || !status[1].equals("101")) {
            throw new DeploymentException(uri + " answered " + head[0] + ", not with 101");
        }
        Map<String, List<String>> fields = Fields.map();
        for (int i = 1; i < head.length; i++) {
            int colon = head[i].indexOf(':');
            if (colon <= 0) {
                throw refused("a malformed field");
            }
            fields.computeIfAbsent(head[i].substring(0, colon), name -> new ArrayList<>())
                    .add(head[i].substring(colon + 1).strip());
        }
        check(fields);
        config.getConfigurator().afterResponse(() -> fields);
    }

    /** Chosen by the server; empty if there is none. */
    public String subprotocol() {
        return subprotocol;
    }

    /** The agreed parameters; null without compression. */
    public PerMessageDeflate deflate() {
        return deflate;
    }

    /** The same, as applications see it. */
    public List<Extension> extensions() {
        return deflate == null ? List.of() : ExtensionEntry.of(List.of(deflate.answer()));
    }

    private String request() throws DeploymentException {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int port = uri.getPort();
        fields.put("Host", one(uri.getHost() + (port < 0 ? "" : ":" + port)));
        fields.put(Fields.UPGRADE, one(Fields.WEBSOCKET));
        fields.put(Fields.CONNECTION, one(Fields.UPGRADE));
        fields.put(Fields.KEY, one(key));
        fields.put(Fields.VERSION, one(Fields.THIRTEEN));
        if (!config.getPreferredSubprotocols().isEmpty()) {
            fields.put(Fields.PROTOCOL, one(String.join(", ", config.getPreferredSubprotocols())));
        }
        if (!config.getExtensions().isEmpty()) {
            fields.put(
                    Fields.EXTENSIONS,
                    one(
                            config.getExtensions().stream()
                                    .map(ClientHandshake::offer)
                                    .map(ExtensionOffer::toString)
                                    .collect(Collectors.joining(", "))));
        }
        config.getConfigurator().beforeRequest(fields);
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        StringBuilder head = new StringBuilder("GET ").append(path.isEmpty() ? "/" : path);
        if (uri.getRawQuery() != null) {
            head.append('?').append(uri.getRawQuery());
        }
        head.append(" HTTP/1.1\r\n");
        for (Map.Entry<String, List<String>> field : fields.entrySet()) {
            for (String value : field.getValue()) {
                if (!Fields.isToken(field.getKey())
                        || value.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 127)) {
                    throw new DeploymentException("malformed field: " + field.getKey());
                }
                head.append(field.getKey()).append(": ").append(value).append("\r\n");
            }
        }
        return head.append("\r\n").toString();
    }

    /** All are offered in the order of the configuration; only compression can be agreed on. */
    private static ExtensionOffer offer(Extension extension) {
        return extension.getName().equals(PerMessageDeflate.NAME)
                ? PerMessageDeflate.offer(false)
                : ExtensionEntry.offer(extension);
    }

    private static List<String> one(String value) {
        return new ArrayList<>(List.of(value));
    }

    /** Byte by byte: what is behind it belongs to the connection. */
    private static String head(Socket socket, int millis) throws IOException {
        InputStream in = socket.getInputStream();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int ends = 0; ends < 4; ) {
            if (millis > 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new SocketTimeoutException("no whole answer within " + millis + " ms");
                }
                socket.setSoTimeout((int) left);
            }
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the server has closed the connection");
            }
            if (head.size() == MOST_OF_HEAD) {
                throw new IOException("the answer has more than " + MOST_OF_HEAD + " bytes");
            }
            head.write(next);
            if (next == "\r\n\r\n".charAt(ends)) {
                ends++;
            } else {
                ends = next == '\r' ? 1 : 0;
            }
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private void check(Map<String, List<String>> fields) throws DeploymentException {
        if (!Fields.has(fields.getOrDefault(Fields.UPGRADE, List.of()), Fields.WEBSOCKET)
                || !Fields.has(fields.getOrDefault(Fields.CONNECTION, List.of()), "upgrade")) {
            throw refused("no upgrade to websocket");
        }
        if (!fields.getOrDefault(Fields.ACCEPT, List.of()).equals(List.of(Fields.accept(key)))) {
            throw refused("a wrong " + Fields.ACCEPT);
        }
        List<String> protocols = Fields.list(fields.getOrDefault(Fields.PROTOCOL, List.of()));
        if (!protocols.isEmpty()) {
            if (protocols.size() > 1
                    || !config.getPreferredSubprotocols().contains(protocols.get(0))) {
                throw refused("a sub-protocol that was not asked for");
            }
            subprotocol = protocols.get(0);
        }
        try {
            List<ExtensionOffer> answered =
                    ExtensionOffer.parse(fields.getOrDefault(Fields.EXTENSIONS, List.of()));
            if (answered.size() > (deflates ? 1 : 0)) {
                throw refused("an extension that was not asked for");
            }
            if (!answered.isEmpty()) {
                deflate = PerMessageDeflate.agreed(answered.get(0), false);
            }
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        }
    }

    private DeploymentException refused(String what) {
        return new DeploymentException("RFC 6455 §4.1: " + uri + " answered with " + what);
    }
}
