package dev.serval.benchmarks.micro;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One request that is sent over and over on a kept connection, and its answer, which always has the
 * same length. Owned by one thread. Neither a call nor its answer leaves garbage on the client's
 * side.
 */
final class LoopbackRequest implements AutoCloseable {
    private final SocketChannel channel;
    private final ByteBuffer request;
    private final ByteBuffer answer = ByteBuffer.allocateDirect(64 * 1024);
    private final int length;

    /** Connects and asks once, to learn how long the answer is. Throws when it is not a 200. */
    LoopbackRequest(int port, String path) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        byte[] text =
                ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
        request = ByteBuffer.allocateDirect(text.length).put(text).flip();
        length = learn();
    }

    /** Sends the request and waits for the end of its answer; its length in bytes. */
    int call() throws IOException {
        send();
        answer.clear().limit(length);
        while (answer.hasRemaining()) {
            read();
        }
        return length;
    }

    private int learn() throws IOException {
        send();
        String head = "";
        while (!head.contains("\r\n\r\n")) {
            read();
            head = StandardCharsets.ISO_8859_1.decode(answer.duplicate().flip()).toString();
        }
        if (!head.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("not the answer that was expected: " + head);
        }
        int at = head.indexOf("Content-Length: ") + "Content-Length: ".length();
        int body = Integer.parseInt(head.substring(at, head.indexOf('\r', at)));
        int whole = head.indexOf("\r\n\r\n") + 4 + body;
        while (answer.position() < whole) {
            read();
        }
        return whole;
    }

    private void send() throws IOException {
        request.rewind();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    private void read() throws IOException {
        if (channel.read(answer) < 0) {
            throw new EOFException("the server has closed the connection");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
