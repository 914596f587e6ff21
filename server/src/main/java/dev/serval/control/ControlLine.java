package dev.serval.control;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * One end of a connection that carries lines of text, with a limit for every wait. Used by one
 * thread. An order is its name and its arguments, a line each, up to the end of the client's
 * stream; an answer is lines for people, and at last {@code exit} with a number.
 */
final class ControlLine implements AutoCloseable {
    /** What the last line begins with. */
    static final String EXIT = "exit ";

    private static final int CHUNK = 8192;

    private final SocketChannel channel;
    private final Selector selector;
    private final long patience;
    private final ByteBuffer received = ByteBuffer.allocate(CHUNK).flip();

    /**
     * @param patience nanoseconds for the other end to send or to take the next bytes
     */
    ControlLine(SocketChannel channel, long patience) throws IOException {
        this.channel = channel;
        this.patience = patience;
        channel.configureBlocking(false);
        selector = Selector.open();
        try {
            channel.register(selector, SelectionKey.OP_READ);
        } catch (IOException | RuntimeException | Error e) {
            selector.close();
            throw e;
        }
    }

    /** Sends a line; ends of lines in it become blanks. */
    void send(String line) throws IOException {
        String text = line.replaceAll("[\\r\\n]", " ") + "\n";
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (true) {
            channel.write(bytes);
            if (!bytes.hasRemaining()) {
                return;
            }
            await(SelectionKey.OP_WRITE);
        }
    }

    /** Ends the stream: no line follows. */
    void finish() throws IOException {
        channel.shutdownOutput();
    }

    /**
     * The next line; null at the end.
     *
     * @param most bytes
     * @throws IOException if it is longer, or if it does not come in time
     */
    String receive(int most) throws IOException {
        byte[] line = new byte[most];
        int length = 0;
        while (true) {
            while (received.hasRemaining()) {
                byte next = received.get();
                if (next == '\n') {
                    return new String(line, 0, length, StandardCharsets.UTF_8);
                }
                if (length == most) {
                    throw new IOException("a line is too long");
                }
                line[length++] = next;
            }
            if (!fill()) {
                if (length > 0) {
                    throw new EOFException("the connection ends within a line");
                }
                return null;
            }
        }
    }

    /** Reads more bytes; false at the end of the stream. */
    private boolean fill() throws IOException {
        received.clear();
        int count;
        try {
            while ((count = channel.read(received)) == 0) {
                await(SelectionKey.OP_READ);
            }
        } finally {
            received.flip();
        }
        return count > 0;
    }

    private void await(int operation) throws IOException {
        channel.keyFor(selector).interestOps(operation);
        selector.selectedKeys().clear();
        long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(patience));
        if (selector.select(millis) == 0) {
            throw new SocketTimeoutException("nothing comes");
        }
    }

    @Override
    public void close() throws IOException {
        try {
            selector.close();
        } finally {
            channel.close();
        }
    }
}
