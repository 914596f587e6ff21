package dev.serval.tests;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A web server in front that speaks AJP, over one connection. */
final class AjpFront implements AutoCloseable {
    /** What a request says. */
    static final class Asked {
        private int method = 2;
        private String uri;
        private String host = "front.example";
        private int tls;
        private final ByteArrayOutputStream fields = new ByteArrayOutputStream();
        private int fieldCount;
        private final ByteArrayOutputStream attributes = new ByteArrayOutputStream();

        Asked(String uri) {
            this.uri = uri;
        }

        Asked method(int code) {
            method = code;
            return this;
        }

        Asked host(String name) {
            host = name;
            return this;
        }

        Asked tls() {
            tls = 1;
            return this;
        }

        Asked field(String name, String value) {
            fields.writeBytes(text(name));
            fields.writeBytes(text(value));
            fieldCount++;
            return this;
        }

        Asked attribute(int code, String value) {
            attributes.write(code);
            attributes.writeBytes(text(value));
            return this;
        }

        Asked attribute(String name, String value) {
            attributes.write(10);
            attributes.writeBytes(text(name));
            attributes.writeBytes(text(value));
            return this;
        }

        Asked keySize(int bits) {
            attributes.write(11);
            attributes.writeBytes(number(bits));
            return this;
        }

        byte[] packet() {
            field("Host", host);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.write(2);
            all.write(method);
            all.writeBytes(text("HTTP/1.1"));
            all.writeBytes(text(uri));
            all.writeBytes(text("203.0.113.9"));
            all.writeBytes(text("client.example"));
            all.writeBytes(text("front.example"));
            all.writeBytes(number(8443));
            all.write(tls);
            all.writeBytes(number(fieldCount));
            all.writeBytes(fields.toByteArray());
            all.writeBytes(attributes.toByteArray());
            all.write(0xff);
            return AjpFront.packet(all.toByteArray());
        }
    }

    /** A response. */
    record Answer(int status, List<String> fields, byte[] bytes, boolean reuse) {
        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static final List<String> CODED =
            List.of(
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
                    "WWW-Authenticate");

    private final Socket socket;
    private final DataInputStream in;

    AjpFront(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(RawClient.PATIENCE);
        in = new DataInputStream(socket.getInputStream());
    }

    static Asked get(String uri) {
        return new Asked(uri);
    }

    /** With a body that is sent when it is asked for. */
    Answer ask(Asked asked, byte[] body) throws IOException {
        if (body != null) {
            asked.method(4).field("Transfer-Encoding", "chunked");
        }
        socket.getOutputStream().write(asked.packet());
        int status = -1;
        List<String> fields = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int sent = 0;
        while (true) {
            if (in.readUnsignedShort() != 0x4142) {
                throw new IOException("no packet");
            }
            DataInputStream packet =
                    new DataInputStream(
                            new java.io.ByteArrayInputStream(
                                    in.readNBytes(in.readUnsignedShort())));
            switch (packet.read()) {
                case 3 -> bytes.writeBytes(packet.readNBytes(packet.readUnsignedShort()));
                case 4 -> {
                    status = packet.readUnsignedShort();
                    text(packet, packet.readUnsignedShort());
                    int count = packet.readUnsignedShort();
                    for (int i = 0; i < count; i++) {
                        int code = packet.readUnsignedShort();
                        String name =
                                code >> 8 == 0xa0
                                        ? CODED.get((code & 0xff) - 1)
                                        : text(packet, code);
                        fields.add(name + ": " + text(packet, packet.readUnsignedShort()));
                    }
                }
                case 5 -> {
                    return new Answer(status, fields, bytes.toByteArray(), packet.read() == 1);
                }
                case 6 -> {
                    int count = Math.min(8186, body.length - sent);
                    ByteArrayOutputStream data = new ByteArrayOutputStream();
                    data.writeBytes(number(count));
                    data.write(body, sent, count);
                    sent += count;
                    socket.getOutputStream().write(packet(data.toByteArray()));
                }
                default -> throw new IOException("another packet");
            }
        }
    }

    Answer ask(Asked asked) throws IOException {
        return ask(asked, null);
    }

    private static String text(DataInputStream packet, int length) throws IOException {
        String text = new String(packet.readNBytes(length), StandardCharsets.ISO_8859_1);
        packet.read();
        return text;
    }

    private static byte[] packet(byte[] payload) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(number(0x1234));
        all.writeBytes(number(payload.length));
        all.writeBytes(payload);
        return all.toByteArray();
    }

    private static byte[] number(int value) {
        return new byte[] {(byte) (value >> 8), (byte) value};
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(number(bytes.length));
        all.writeBytes(bytes);
        all.write(0);
        return all.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
