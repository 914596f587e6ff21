package dev.serval.benchmarks.examples;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** A WebSocket that sends whatever frames it is given. Owned by the driver's thread. */
final class SocketVisitor implements AutoCloseable {
    static final int FIN = 0x80;
    private static final byte[] KEY = {1, 2, 3, 4};
    private static final int PATIENCE = 20_000;
    private static final int SHOWN = 200;

    private final Socket socket;
    private final DataInputStream in;
    private final Answer answer;
    private boolean closing;

    /** Asks for a path with these fields and no others but the host. */
    SocketVisitor(int port, String method, String path, List<String> fields) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        socket.getOutputStream()
                .write(
                        (method
                                        + " "
                                        + path
                                        + " HTTP/1.1\r\nHost: localhost\r\n"
                                        + String.join("\r\n", fields)
                                        + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
        answer = Answer.read(in, method.equals("HEAD"));
    }

    Answer answer() {
        return answer;
    }

    static byte[] text(String text) {
        return frame(FIN | 1, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] close(int code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return frame(
                FIN | 8,
                ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
    }

    /** A masked one. */
    static byte[] frame(int first, byte... payload) {
        int length = payload.length;
        ByteBuffer frame = ByteBuffer.allocate(14 + length);
        frame.put((byte) first);
        if (length <= 125) {
            frame.put((byte) (0x80 | length));
        } else if (length <= 0xFFFF) {
            frame.put((byte) (0x80 | 126)).putShort((short) length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(length);
        }
        frame.put(KEY);
        for (int i = 0; i < length; i++) {
            frame.put((byte) (payload[i] ^ KEY[i % 4]));
        }
        byte[] whole = new byte[frame.position()];
        frame.flip().get(whole);
        return whole;
    }

    void send(byte[] frame) throws IOException {
        closing |= (frame[0] & 0xF) == 8;
        socket.getOutputStream().write(frame);
    }

    /** The next message, its fragments together, or control frame. */
    String next() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int type = 0;
        try {
            while (true) {
                int first = in.readUnsignedByte();
                byte[] payload = new byte[length()];
                in.readFully(payload);
                int opcode = first & 0xF;
                if (opcode >= 8) {
                    return control(opcode, payload);
                }
                type = opcode == 0 ? type : first & 0x7F;
                message.writeBytes(payload);
                if ((first & FIN) != 0) {
                    return message(type, message.toByteArray());
                }
            }
        } catch (SocketTimeoutException e) {
            return "nothing more";
        } catch (IOException e) {
            return "end";
        }
    }

    private int length() throws IOException {
        int length = in.readUnsignedByte();
        return length == 126
                ? in.readUnsignedShort()
                : length == 127 ? (int) in.readLong() : length;
    }

    private String control(int opcode, byte[] payload) throws IOException {
        if (opcode == 8) {
            if (!closing) {
                send(frame(FIN | 8, payload));
            }
            // Why is told in words of the server's own.
            return "close " + (payload.length < 2 ? "" : ByteBuffer.wrap(payload).getShort());
        }
        return (opcode == 9 ? "ping " : "pong ") + payload.length + " " + sum(payload);
    }

    private static String message(int type, byte[] payload) {
        return type == 1 && payload.length < SHOWN
                ? "text " + new String(payload, StandardCharsets.UTF_8)
                : (type == 1 ? "text of " : type + " of ") + payload.length + " " + sum(payload);
    }

    private static long sum(byte[] payload) {
        CRC32 sum = new CRC32();
        sum.update(payload);
        return sum.getValue();
    }

    /** All that comes, up to the end. */
    List<String> rest() throws IOException {
        List<String> lines = new ArrayList<>();
        do {
            lines.add(next());
        } while (!lines.get(lines.size() - 1).matches("end|nothing more"));
        return lines;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
