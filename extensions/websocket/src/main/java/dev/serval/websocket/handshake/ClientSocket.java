package dev.serval.websocket.handshake;

import jakarta.websocket.ClientEndpointConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Opens the socket of a client. Stateless. */
public final class ClientSocket {
    /** User properties, also by Tomcat's names: an SSLContext; milliseconds until the answer. */
    public static final String SSL_CONTEXT = "org.apache.tomcat.websocket.SSL_CONTEXT";

    public static final String TIMEOUT = "org.apache.tomcat.websocket.IO_TIMEOUT_MS";

    private static final int DEFAULT_MILLIS = 5000;

    private ClientSocket() {}

    /**
     * A connected socket.
     *
     * @param socket for reading and writing
     * @param line the socket below TLS, or the same; closing it ends every wait
     */
    public record Connected(Socket socket, Socket line) {}

    /** The time limit for connecting, and the same for the answer. */
    public static int millis(ClientEndpointConfig config) {
        Object given = config.getUserProperties().get(TIMEOUT);
        return given == null ? DEFAULT_MILLIS : Integer.parseInt(given.toString());
    }

    /**
     * A connected socket; for wss the server has proved to be that host.
     *
     * @param uri ws or wss
     */
    public static Connected open(URI uri, ClientEndpointConfig config) throws IOException {
        boolean secure = uri.getScheme().equalsIgnoreCase("wss");
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
        int millis = millis(config);
        String host = uri.getHost();
        String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(plain, port), millis);
            socket.setSoTimeout(millis);
            if (!secure) {
                return new Connected(socket, socket);
            }
            SSLSocket over =
                    (SSLSocket)
                            context(config)
                                    .getSocketFactory()
                                    .createSocket(socket, plain, port, true);
            SSLParameters parameters = over.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            over.setSSLParameters(parameters);
            over.startHandshake();
            return new Connected(over, socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static SSLContext context(ClientEndpointConfig config) throws IOException {
        Map<String, Object> properties = config.getUserProperties();
        if (config.getSSLContext() != null) {
            return config.getSSLContext();
        }
        if (properties.get(SSL_CONTEXT) instanceof SSLContext given) {
            return given;
        }
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }
}
