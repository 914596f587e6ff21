package dev.serval.acme;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A server of names (RFC 1035 §4), over TCP, for which each name is this computer. */
final class LoopbackNames implements AutoCloseable {
    private static final int HEAD = 12;
    private static final int TYPE_A = 1;

    private final ServerSocket socket;

    LoopbackNames() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::run, "names");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    private void run() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                client.setSoTimeout(10_000);
                DataInputStream in = new DataInputStream(client.getInputStream());
                byte[] answer = answer(in.readNBytes(in.readUnsignedShort()));
                DataOutputStream out = new DataOutputStream(client.getOutputStream());
                out.writeShort(answer.length);
                out.write(answer);
            } catch (IOException e) {
                // Closed, or one answer is lost.
            }
        }
    }

    private static byte[] answer(byte[] question) {
        int end = HEAD;
        while (question[end] != 0) {
            end += question[end] + 1;
        }
        boolean address = question[end + 2] == TYPE_A;
        end += 5;
        ByteBuffer out = ByteBuffer.allocate(end + 16);
        out.put(question, 0, 2);
        out.putShort((short) 0x8580); // an answer, of an authority
        out.putShort((short) 1).putShort((short) (address ? 1 : 0)).putInt(0);
        out.put(question, HEAD, end - HEAD);
        if (address) {
            out.putShort((short) 0xC00C); // the same name
            out.putShort((short) 1).putShort((short) 1).putInt(60);
            out.putShort((short) 4).put(new byte[] {127, 0, 0, 1});
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
