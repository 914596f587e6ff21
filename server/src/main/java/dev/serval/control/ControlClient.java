package dev.serval.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Gives an order to the running server. Stateless. */
public final class ControlClient {
    /** The exit code when there is no running server. */
    public static final int NOT_RUNNING = 3;

    private static final int MOST_BYTES = 64 * 1024;
    // An order sends a line at least this often, or ends within this time.
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(11);

    private ControlClient() {}

    /**
     * @param socket of the server
     * @param words the order and its arguments, which have no ends of lines
     * @param out takes lines for people
     * @return the exit code
     * @throws IOException with a message for people, if the server goes away meanwhile
     */
    public static int order(Path socket, List<String> words, Consumer<String> out)
            throws IOException {
        if (words.stream().anyMatch(word -> word.matches("(?s).*[\\r\\n].*"))) {
            throw new IOException("an argument has the end of a line");
        }
        SocketChannel channel = connected(socket, out);
        if (channel == null) {
            return NOT_RUNNING;
        }
        try (ControlLine line = new ControlLine(channel, PATIENCE)) {
            for (String word : words) {
                line.send(word);
            }
            line.finish();
            for (String text; (text = line.receive(MOST_BYTES)) != null; ) {
                if (text.matches(ControlLine.EXIT + "[0-9]{1,3}")) {
                    return Integer.parseInt(text.substring(ControlLine.EXIT.length()));
                }
                out.accept(text);
            }
        }
        throw new IOException("the server did not answer: it may be stopping, or too busy");
    }

    private static SocketChannel connected(Path socket, Consumer<String> out) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (IOException | IllegalArgumentException e) {
            channel.close();
            out.accept(
                    Files.exists(socket) && !Files.isWritable(socket)
                            ? "Only the user of the server may give it orders: " + socket
                            : "Serval is not running: nobody listens at " + socket);
            return null;
        }
    }
}
