package dev.serval.tests;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * A client that sends exactly the bytes it is given and sees exactly those that come back, up to
 * the end of the stream. Owned by one thread. Every wait ends after {@link #PATIENCE} ms with an
 * AssertionError. A slow reader is this client while it does not read.
 */
final class RawClient implements AutoCloseable {
    /** Milliseconds after which a read gives up: more than a slow machine needs. */
    static final int PATIENCE = Integer.getInteger("serval.tests.patience", 30_000);

    /** How a stream ended. */
    enum End {
        /** The orderly one: everything arrived, then FIN. */
        FIN,
        /** The peer reset the connection; data may be lost. */
        RESET
    }

    // The connection, and what carries it: the same without TLS.
    private final Socket socket;
    private final Socket carrier;
    private final InputStream in;
    private ByteArrayOutputStream seen = new ByteArrayOutputStream();

    RawClient(int port) throws IOException {
        this(Wire.NIO, port);
    }

    /** With TLS where the wire has it; its handshake is over then. */
    RawClient(Wire wire, int port) throws IOException {
        carrier = new Socket();
        carrier.setTcpNoDelay(true);
        carrier.setSoTimeout(PATIENCE);
        carrier.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE);
        socket = wire.tls() ? TestTls.shared().over(carrier, wire.protocol()) : carrier;
        in = new BufferedInputStream(socket.getInputStream(), 65_536);
    }

    /** One whose system takes little in advance: what it does not read the server notices. */
    static RawClient slow(Wire wire, int port) throws IOException {
        Socket carrier = new Socket();
        carrier.setReceiveBufferSize(8192);
        carrier.setTcpNoDelay(true);
        carrier.setSoTimeout(PATIENCE);
        carrier.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE);
        return new RawClient(
                wire.tls() ? TestTls.shared().over(carrier, wire.protocol()) : carrier, carrier);
    }

    /** One that comes from 127.0.0.NUMBER; null where the system has no such address. */
    static RawClient from(int number, Wire wire, int port) throws IOException {
        Socket carrier = new Socket();
        carrier.setTcpNoDelay(true);
        carrier.setSoTimeout(PATIENCE);
        try {
            carrier.bind(new InetSocketAddress("127.0.0." + number, 0));
        } catch (BindException e) {
            carrier.close();
            return null;
        }
        carrier.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE);
        return new RawClient(
                wire.tls() ? TestTls.shared().over(carrier, wire.protocol()) : carrier, carrier);
    }

    /** Over a socket that is open; {@code carrier} is below its TLS, or the same. */
    RawClient(Socket socket, Socket carrier) throws IOException {
        this.socket = socket;
        this.carrier = carrier;
        in = new BufferedInputStream(socket.getInputStream(), 65_536);
    }

    /** Sends each part, a byte per char, with a write of its own. */
    RawClient send(String... parts) throws IOException {
        for (String part : parts) {
            send(part.getBytes(StandardCharsets.ISO_8859_1));
        }
        return this;
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends one byte per write. */
    RawClient drip(String text) throws IOException {
        for (byte b : text.getBytes(StandardCharsets.ISO_8859_1)) {
            socket.getOutputStream().write(b);
        }
        return this;
    }

    /** Half-closes: the server sees the end of the stream, this client can still read. */
    RawClient finish() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Ends the stream without a word of TLS about it. */
    RawClient truncate() throws IOException {
        carrier.shutdownOutput();
        return this;
    }

    /** Drops the connection with a RST. */
    void reset() throws IOException {
        carrier.setSoLinger(true, 0);
        carrier.close();
    }

    /** Sends a request and reads its response. */
    RawResponse exchange(String request) throws IOException {
        send(request);
        return request.startsWith("HEAD ") ? responseToHead() : response();
    }

    /** Reads exactly one response, interim ones included one by one. */
    RawResponse response() throws IOException {
        return response(false);
    }

    /** Reads the response to a HEAD request: it ends with its head. */
    RawResponse responseToHead() throws IOException {
        return response(true);
    }

    private RawResponse response(boolean head) throws IOException {
        seen = new ByteArrayOutputStream();
        String statusLine = line();
        if (!statusLine.matches("HTTP/1\\.1 [1-9][0-9][0-9] [ -~]*")) {
            throw new AssertionError("not a status line: " + statusLine);
        }
        List<String> fields = lines();
        RawResponse bare =
                new RawResponse(statusLine, fields, new byte[0], List.of(), seen.toByteArray());
        int status = bare.status();
        String coding = bare.field("Transfer-Encoding");
        String length = bare.field("Content-Length");
        if (coding != null && length != null) {
            throw new AssertionError("both framings in a response: " + fields);
        }
        byte[] body = new byte[0];
        List<String> trailers = List.of();
        if (head || status < 200 || status == 204 || status == 304) {
            return bare;
        } else if ("chunked".equals(coding)) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            int size;
            while ((size = Integer.parseInt(line(), 16)) > 0) {
                content.write(bytes(size));
                expectLineEnd();
            }
            trailers = lines();
            body = content.toByteArray();
        } else if (coding != null) {
            throw new AssertionError("unknown coding " + coding);
        } else if (length != null) {
            body = bytes(Integer.parseInt(length));
        } else {
            body = rest();
        }
        return new RawResponse(statusLine, fields, body, trailers, seen.toByteArray());
    }

    /** Reads up to these characters, and with them. */
    String until(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end, text.length() - end.length()) < 0) {
            text.append((char) (bytes(1)[0] & 0xff));
        }
        return text.toString();
    }

    /** Reads exactly that many bytes. */
    byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        int at = 0;
        while (at < count) {
            int n = read(bytes, at, count - at);
            if (n < 0) {
                throw new AssertionError(
                        "the stream ended after " + at + " of " + count + " bytes");
            }
            at += n;
        }
        seen.write(bytes, 0, count);
        return bytes;
    }

    /** Everything up to the end of the stream, which must be a FIN. */
    String readToEnd() throws IOException {
        return new String(rest(), StandardCharsets.ISO_8859_1);
    }

    /** Asserts that nothing more comes and that the server has closed in order. */
    void assertClosed() throws IOException {
        String rest = readToEnd();
        if (!rest.isEmpty()) {
            throw new AssertionError("expected the end of the stream, got: " + rest);
        }
    }

    /** What comes before the end of the stream, whether that is a FIN or a reset. */
    String untilItEnds() throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[65_536];
        while (true) {
            try {
                int n = in.read(buffer);
                if (n < 0) {
                    return text.toString();
                }
                text.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
            } catch (SocketTimeoutException e) {
                throw new AssertionError("the connection is still open", e);
            } catch (IOException e) {
                return text.toString();
            }
        }
    }

    /** How the stream ends, whatever comes before. */
    End end() throws IOException {
        byte[] sink = new byte[65_536];
        while (true) {
            try {
                if (in.read(sink) < 0) {
                    return End.FIN;
                }
            } catch (SocketTimeoutException e) {
                throw new AssertionError("the connection is still open", e);
            } catch (IOException e) {
                return End.RESET;
            }
        }
    }

    /** Reads and drops at most so many bytes; false when the connection has ended, however. */
    boolean skip(int most) {
        try {
            return in.read(new byte[most]) >= 0;
        } catch (SocketTimeoutException e) {
            throw new AssertionError("nothing comes, and no end", e);
        } catch (IOException e) {
            return false;
        }
    }

    /** Bytes that can be read without waiting. */
    int available() throws IOException {
        return in.available();
    }

    /** Waits for a byte or the end of the stream: false when neither came in that time. */
    boolean awaitInput(int milliseconds) throws IOException {
        in.mark(1);
        socket.setSoTimeout(milliseconds);
        try {
            in.read();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            in.reset();
            socket.setSoTimeout(PATIENCE);
        }
    }

    /** What TLS agreed on. */
    SSLSession session() {
        return ((SSLSocket) socket).getSession();
    }

    /** True once the server has let go of the connection: nothing that is sent arrives. */
    boolean isGivenUp() {
        try {
            send("x");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    int localPort() {
        return socket.getLocalPort();
    }

    /** A TLS server is told; a socket of TLS 1.3 would also wait for what it says to that. */
    @Override
    public void close() throws IOException {
        try {
            if (socket != carrier && !socket.isClosed() && !socket.isOutputShutdown()) {
                socket.shutdownOutput();
            }
        } catch (IOException e) {
            // The server has ended it already.
        } finally {
            carrier.close();
        }
    }

    private byte[] rest() throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        byte[] buffer = new byte[65_536];
        while (true) {
            int n;
            try {
                n = in.read(buffer);
            } catch (SocketTimeoutException e) {
                throw new AssertionError(
                        "the server did not close; so far: " + rest.toString("ISO-8859-1"), e);
            } catch (IOException e) {
                throw new AssertionError(
                        "reset instead of FIN, after: " + rest.toString("ISO-8859-1"), e);
            }
            if (n < 0) {
                byte[] bytes = rest.toByteArray();
                seen.write(bytes, 0, bytes.length);
                return bytes;
            }
            rest.write(buffer, 0, n);
        }
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        String line;
        while (!(line = line()).isEmpty()) {
            lines.add(line);
        }
        return lines;
    }

    /** A line that ends in CRLF; anything else is a failure. */
    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        byte[] one = new byte[1];
        while (true) {
            if (read(one, 0, 1) < 0) {
                throw new AssertionError("the stream ended in the line: " + line);
            }
            seen.write(one[0]);
            char c = (char) (one[0] & 0xff);
            if (c == '\n') {
                throw new AssertionError("bare LF after: " + line);
            } else if (c == '\r') {
                expectByte('\n');
                return line.toString();
            }
            line.append(c);
        }
    }

    private void expectLineEnd() throws IOException {
        expectByte('\r');
        expectByte('\n');
    }

    private void expectByte(char expected) throws IOException {
        byte b = bytes(1)[0];
        if (b != expected) {
            throw new AssertionError("expected byte " + (int) expected + ", got " + b);
        }
    }

    private int read(byte[] target, int offset, int length) throws IOException {
        try {
            return in.read(target, offset, length);
        } catch (SocketTimeoutException e) {
            throw new AssertionError(
                    "no answer in time; so far: " + seen.toString("ISO-8859-1"), e);
        } catch (IOException e) {
            throw new AssertionError(
                    "reset instead of an answer; so far: " + seen.toString("ISO-8859-1"), e);
        }
    }
}
