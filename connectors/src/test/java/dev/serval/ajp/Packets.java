package dev.serval.ajp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Packets as a front sends them; of a request, each part can be left out or changed. */
final class Packets {
    static final byte[] CPING = {0x12, 0x34, 0, 1, 10};

    private int method = 2;
    private String protocol = "HTTP/1.1";
    private String uri = "/";
    private String address = "203.0.113.9";
    private String host = "client.example";
    private String name = "front.example";
    private int port = 80;
    private int tls;
    private final List<byte[]> fields = new ArrayList<>();
    private int declaredFields = -1;
    private final ByteArrayOutputStream attributes = new ByteArrayOutputStream();
    private byte[] end = {(byte) 0xff};

    static Packets get(String uri) {
        Packets packets = new Packets();
        packets.uri = uri;
        return packets.field(0xa00b, "example.com");
    }

    /** Without a Host. */
    static Packets bare(String uri) {
        Packets packets = new Packets();
        packets.uri = uri;
        return packets;
    }

    static Packets post(String uri, long length) {
        Packets packets = get(uri).method(4);
        return length < 0
                ? packets.field("Transfer-Encoding", "chunked")
                : packets.field(0xa008, String.valueOf(length));
    }

    Packets method(int code) {
        method = code;
        return this;
    }

    Packets protocol(String value) {
        protocol = value;
        return this;
    }

    Packets client(String clientAddress, String clientHost) {
        address = clientAddress;
        host = clientHost;
        return this;
    }

    Packets server(String serverName, int serverPort) {
        name = serverName;
        port = serverPort;
        return this;
    }

    Packets tls(int value) {
        tls = value;
        return this;
    }

    Packets field(int code, String value) {
        fields.add(joined(number(code), text(value)));
        return this;
    }

    Packets field(String fieldName, String value) {
        fields.add(joined(text(fieldName), text(value)));
        return this;
    }

    Packets raw(byte[] field) {
        fields.add(field);
        return this;
    }

    Packets declaring(int count) {
        declaredFields = count;
        return this;
    }

    Packets attribute(int code, String value) {
        return attribute(joined(new byte[] {(byte) code}, text(value)));
    }

    Packets attribute(String attributeName, String value) {
        return attribute(joined(new byte[] {10}, text(attributeName), text(value)));
    }

    Packets attribute(byte[] bytes) {
        attributes.writeBytes(bytes);
        return this;
    }

    Packets secret(String word) {
        return attribute(12, word);
    }

    Packets end(int... bytes) {
        end = bytes(bytes);
        return this;
    }

    /** The whole packet. */
    byte[] bytes() {
        return packet(payload());
    }

    byte[] payload() {
        byte[] all =
                joined(
                        new byte[] {2, (byte) method},
                        text(protocol),
                        text(uri),
                        text(address),
                        text(host),
                        text(name),
                        number(port),
                        new byte[] {(byte) tls},
                        number(declaredFields < 0 ? fields.size() : declaredFields));
        for (byte[] field : fields) {
            all = joined(all, field);
        }
        return joined(all, attributes.toByteArray(), end);
    }

    static byte[] packet(byte[] payload) {
        return joined(bytes(0x12, 0x34), number(payload.length), payload);
    }

    /** A part of a body. */
    static byte[] data(byte[] bytes) {
        return packet(joined(number(bytes.length), bytes));
    }

    static byte[] data(String text) {
        return data(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static byte[] number(int value) {
        return bytes(value >> 8 & 0xff, value & 0xff);
    }

    static byte[] text(String text) {
        if (text == null) {
            return number(0xffff);
        }
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return joined(number(bytes.length), bytes, new byte[1]);
    }

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
