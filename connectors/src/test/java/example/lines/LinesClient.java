package example.lines;

import dev.serval.tls.TestKeys;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The other side of a {@link LinesProtocol}. Owned by one thread. */
final class LinesClient implements Closeable {
    /** One frame of the server; {@code kind} is 0 at the end of the connection. */
    record Frame(char kind, int stream, String payload) {
        String status() {
            return payload.lines().findFirst().orElse("");
        }
    }

    private final Socket socket;
    private final InputStream in;

    private LinesClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(20_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A connection on which the protocol is spoken; with TLS it is chosen by its name. */
    static LinesClient connect(int port, boolean tls) throws IOException {
        LinesClient client = new LinesClient(tls ? tls(port, "lines/1") : plain(port));
        client.send(new String(LinesProtocol.PREFACE, StandardCharsets.US_ASCII));
        return client;
    }

    static Socket plain(int port) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    /** A TLS connection, handshake done. */
    static SSLSocket tls(int port, String... protocols) throws IOException {
        SSLSocket socket =
                (SSLSocket)
                        TestKeys.shared()
                                .getSocketFactory()
                                .createSocket(InetAddress.getLoopbackAddress(), port);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(20_000);
        try {
            socket.startHandshake();
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return socket;
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    /** The head of a request, and all the window that a test needs. */
    void request(int stream, String request) throws IOException {
        head(stream, request);
        grant(stream, 10_000_000);
    }

    /** The head of a request without a window. */
    void head(int stream, String request) throws IOException {
        send("H " + stream + " " + request.length() + "\n" + request);
    }

    void body(int stream, String part) throws IOException {
        send("D " + stream + " " + part.length() + "\n" + part);
    }

    void grant(int stream, int bytes) throws IOException {
        send("W " + stream + " " + bytes + "\n");
    }

    /** The next frame. */
    Frame next() throws IOException {
        StringBuilder line = new StringBuilder();
        int c = in.read();
        while (c >= 0 && c != '\n') {
            line.append((char) c);
            c = in.read();
        }
        if (c < 0) {
            return new Frame((char) 0, 0, line.toString());
        }
        String[] words = line.toString().split(" ");
        byte[] payload = in.readNBytes(Integer.parseInt(words[2]));
        return new Frame(
                words[0].charAt(0),
                Integer.parseInt(words[1]),
                new String(payload, StandardCharsets.ISO_8859_1));
    }

    /** The whole response of a stream, which is the only one under way. */
    String response(int stream) throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            Frame frame = next();
            if (frame.kind() == 0 || frame.stream() != stream) {
                throw new IOException("not of stream " + stream + ": " + frame);
            }
            if (frame.kind() == 'D') {
                body.append(frame.payload());
            } else if (frame.kind() != 'H' || frame.status().endsWith(" last")) {
                return body.toString();
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
