package example.lines;

import dev.serval.buffer.InputBuffer;
import dev.serval.http.HttpService;
import dev.serval.http.Method;
import dev.serval.http.RequestHead;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Deadline;
import dev.serval.net.Interest;
import dev.serval.net.Next;
import dev.serval.net.SharedOutput;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection with its streams. Owned by whoever owns the connection, but for its output. */
final class LinesConnection implements Conversation {
    private static final int MOST = 2000;

    final HttpService service;
    final Connection connection;
    final SharedOutput output;
    private final Map<Integer, LinesStream> streams = new ConcurrentHashMap<>();
    private final AtomicBoolean windingDown = new AtomicBoolean();
    private volatile boolean goneAway;
    private final Deadline idleness = new Deadline();
    private boolean begun;

    LinesConnection(HttpService service, Connection connection) {
        this.service = service;
        this.connection = connection;
        output = new SharedOutput(connection, service.output());
        connection.transport().writeTimeout(service.load().connectionTimeout());
        idleness.begin(service.load().connectionTimeout());
    }

    @Override
    public Next proceed() throws IOException {
        InputBuffer input = connection.input();
        Transport transport = connection.transport();
        while (true) {
            while (step(input)) {}
            // The sweep sees whether it is idle for too long.
            transport.readTimeout(0);
            int count = transport.read(input.room(2 * MOST));
            input.received(count);
            if (count < 0) {
                return Next.CLOSE;
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
        }
    }

    /** Takes the first line, or one frame; false when it is not whole. */
    private boolean step(InputBuffer input) throws IOException {
        int at = input.position();
        int end = at;
        while (end < input.limit() && input.array()[end] != '\n') {
            end++;
        }
        if (end == input.limit()) {
            return false;
        }
        String line = new String(input.array(), at, end - at, StandardCharsets.US_ASCII);
        if (!begun) {
            begun = true;
            input.consume(end + 1 - at);
            return true;
        }
        String[] words = line.split(" ");
        int stream = Integer.parseInt(words[1]);
        int length = Integer.parseInt(words[2]);
        if (words[0].equals("W")) {
            input.consume(end + 1 - at);
            LinesStream granted = streams.get(stream);
            if (granted != null) {
                granted.grant(length);
            }
            return true;
        }
        if (input.limit() - end - 1 < length) {
            return false;
        }
        byte[] payload = Arrays.copyOfRange(input.array(), end + 1, end + 1 + length);
        input.consume(end + 1 - at + length);
        if (words[0].equals("H")) {
            begin(stream, payload);
        } else {
            // Whoever has read a body of known length may have answered before its end is seen.
            LinesStream receiver = streams.get(stream);
            if (receiver != null) {
                receiver.received(payload);
            }
        }
        return true;
    }

    private void begin(int number, byte[] payload) throws IOException {
        if (windingDown.get()) {
            frame('R', number, 0);
            output.flush();
            return;
        }
        LinesStream stream = new LinesStream(this, number, head(payload));
        idleness.end();
        streams.put(number, stream);
        stream.exchange.begin(stream.releaseHead());
        try {
            service.handler().handle(stream.exchange);
        } catch (RuntimeException | Error e) {
            stream.exchange.fail(e);
        }
        if (stream.exchange.handled()) {
            stream.over();
        }
    }

    private static RequestHead head(byte[] payload) {
        String[] words = new String(payload, StandardCharsets.US_ASCII).split(" ");
        RequestHead.Recorder recorder = new RequestHead.Recorder();
        int path = words[0].length() + 1;
        int end = path + words[1].length();
        recorder.bytes(payload);
        recorder.method(Method.of(payload, 0, path - 1), 0, path - 1);
        recorder.target(path, end).path(path, end);
        long length = Long.parseLong(words[2]);
        recorder.framing(
                length > 0 ? dev.serval.http.Framing.LENGTH : dev.serval.http.Framing.NONE, length);
        return recorder.release(0, payload.length);
    }

    /** Puts a frame into the output. */
    void frame(char kind, int stream, int length, ByteBuffer... payload) throws IOException {
        String line = kind + " " + stream + " " + length + "\n";
        ByteBuffer[] parts = new ByteBuffer[1 + payload.length];
        parts[0] = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
        System.arraycopy(payload, 0, parts, 1, payload.length);
        output.put(parts);
    }

    /** A stream is over. */
    void ended(LinesStream stream) {
        if (streams.remove(stream.number) != null) {
            service.handler().completed(stream.exchange);
            if (streams.isEmpty()) {
                idleness.begin(service.load().keepAliveTimeout());
            }
        }
    }

    @Override
    public Next expired() {
        return idle() ? Next.CLOSE : Next.AGAIN;
    }

    @Override
    public void closed() {
        output.closed();
        for (LinesStream stream : streams.values()) {
            stream.cut();
            ended(stream);
        }
    }

    @Override
    public boolean idle() {
        return streams.isEmpty() && output.isSent() && (!windingDown.get() || goneAway);
    }

    @Override
    public void windDown() {
        if (windingDown.compareAndSet(false, true)) {
            try {
                connection.driver().fork(this::goAway);
            } catch (RejectedExecutionException e) {
                goneAway = true; // it ends without a word
            }
        }
    }

    private void goAway() {
        try {
            frame('G', 0, 0);
            output.flush();
        } catch (IOException e) {
            // The connection has ended.
        }
        goneAway = true;
    }

    @Override
    public void sweep(long now) {
        for (LinesStream stream : streams.values()) {
            stream.sweep(now);
        }
        if (idleness.over(now) && idle()) {
            connection.transport().expire(Interest.READ);
        }
    }
}
