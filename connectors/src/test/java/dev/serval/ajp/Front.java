package dev.serval.ajp;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.HttpHandler;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A web server in front: one connection to a connector, by plain sockets. */
final class Front implements AutoCloseable {
    /** A whole response; null for its status if there is none. */
    record Answer(Integer status, List<String> fields, byte[] body, int asked, Boolean reuse) {
        String text() {
            return new String(body, StandardCharsets.ISO_8859_1);
        }

        /** Nothing came, or no whole response. */
        boolean isCut() {
            return reuse == null;
        }
    }

    private static final String[] CODED = {
        "Content-Type",
        "Content-Language",
        "Content-Length",
        "Date",
        "Last-Modified",
        "Location",
        "Set-Cookie",
        "Set-Cookie2",
        "Servlet-Engine",
        "Status",
        "WWW-Authenticate"
    };

    private final Socket socket;
    private final DataInputStream in;

    Front(Connector connector) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), connector.port());
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
    }

    static Connector start(IoModel io, AjpConfig own, HttpHandler handler) throws IOException {
        return start(ConnectorConfig.of(io, 0), own, handler);
    }

    static Connector start(ConnectorConfig config, AjpConfig own, HttpHandler handler)
            throws IOException {
        Connector connector = new Connector(config, handler, List.of(Connector.ajp(own)));
        connector.start();
        return connector;
    }

    static void stop(Connector connector) {
        connector.stop(Duration.ofSeconds(10));
    }

    Front send(byte[]... packets) throws IOException {
        socket.getOutputStream().write(Packets.joined(packets));
        return this;
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** What the next packet carries, its type first; null at the end of the stream. */
    byte[] packet() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        if (first != 'A' || in.read() != 'B') {
            throw new IOException("no packet");
        }
        return in.readNBytes(in.readUnsignedShort());
    }

    /** Everything up to the end of the stream; a reset counts as one. */
    byte[] rest() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                all.write(next);
            }
        } catch (SocketException e) {
            all.writeBytes("reset".getBytes(StandardCharsets.US_ASCII));
        }
        return all.toByteArray();
    }

    /** A response to a request without a body, or with one that is sent as it is asked for. */
    Answer answer(byte[]... body) throws IOException {
        Integer status = null;
        List<String> fields = List.of();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        int asked = 0;
        while (true) {
            byte[] packet;
            try {
                packet = packet();
            } catch (EOFException | SocketException e) {
                packet = null;
            }
            if (packet == null) {
                return new Answer(status, fields, content.toByteArray(), asked, null);
            }
            switch (packet[0]) {
                case 3 -> {
                    int length = Packet.number(packet, 1);
                    if (packet.length != length + 4 || packet[length + 3] != 0) {
                        throw new IOException("a malformed part of a body");
                    }
                    content.write(packet, 3, length);
                }
                case 4 -> {
                    if (status != null) {
                        throw new IOException("a second head");
                    }
                    status = Packet.number(packet, 1);
                    fields = fields(packet);
                }
                case 5 -> {
                    return new Answer(status, fields, content.toByteArray(), asked, packet[1] == 1);
                }
                case 6 -> send(asked < body.length ? body[asked++] : Packets.data(new byte[0]));
                default -> throw new IOException("a packet of type " + packet[0]);
            }
        }
    }

    private static List<String> fields(byte[] packet) {
        List<String> fields = new ArrayList<>();
        int[] at = {3};
        text(packet, at);
        int count = Packet.number(packet, at[0]);
        at[0] += 2;
        for (int i = 0; i < count; i++) {
            int code = Packet.number(packet, at[0]);
            String name;
            if (code >> 8 == 0xa0) {
                at[0] += 2;
                name = CODED[(code & 0xff) - 1];
            } else {
                name = text(packet, at);
            }
            fields.add(name + ": " + text(packet, at));
        }
        if (at[0] != packet.length) {
            throw new IllegalStateException("bytes behind the fields");
        }
        return fields;
    }

    private static String text(byte[] packet, int[] at) {
        int length = Packet.number(packet, at[0]);
        String text = new String(packet, at[0] + 2, length, StandardCharsets.ISO_8859_1);
        if (packet[at[0] + 2 + length] != 0) {
            throw new IllegalStateException("a text without its zero");
        }
        at[0] += length + 3;
        return text;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
