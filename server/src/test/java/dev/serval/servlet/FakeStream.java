package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpHandler;
import dev.serval.http.HttpVersion;
import dev.serval.http.Method;
import dev.serval.http.PreparedFields;
import dev.serval.http.RequestHead;
import dev.serval.http.Stream;
import dev.serval.http.UpgradedWaits;
import dev.serval.net.Call;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A protocol without a socket: one request from text, one response as it was given. */
public final class FakeStream implements Stream {
    private final RequestHead.Recorder recorder = new RequestHead.Recorder();
    private final ByteBuffer requestBody;
    private final int headLength;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final List<String> fields = new ArrayList<>();

    public final Exchange exchange = new Exchange(this);
    public HttpConfig config = HttpConfig.DEFAULTS;
    public IOException readFailure;
    public IOException writeFailure;
    public int status;
    public Framing framing;
    public long length = -2;
    public int writes;
    public int flushes;
    public int dispatches;
    public boolean aborted;
    public boolean finished;

    /**
     * What becomes of tasks that wait for the socket; run in place unless a test says otherwise.
     */
    public Consumer<Runnable> whens = Runnable::run;

    /** What happens while something is written. */
    public Runnable writing = () -> {};

    /** The client has not sent the rest of the body yet. */
    public boolean quiet;

    /** What becomes of tasks for other threads; run in place unless a test says otherwise. */
    public Consumer<Runnable> forks = Runnable::run;

    private FakeStream(String head, String body) {
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        requestBody = ByteBuffer.wrap(body.getBytes(StandardCharsets.ISO_8859_1));
        headLength = bytes.length;
        recorder.bytes(bytes);
        String[] lines = head.split("\n", -1);
        readLine(lines[0]);
        int at = lines[0].length() + 1;
        long declared = -1;
        for (int i = 1; i < lines.length; i++) {
            String line = lines[i];
            int colon = line.indexOf(": ");
            recorder.field(at, at + colon, at + colon + 2, at + line.length());
            if (line.startsWith("Host: ")) {
                readHost(line, at);
            } else if (line.startsWith("Content-Length: ")) {
                declared = Long.parseLong(line.substring(16));
            }
            at += line.length() + 1;
        }
        Framing bodyFraming = body.isEmpty() ? Framing.NONE : Framing.CHUNKED;
        recorder.framing(declared >= 0 ? Framing.LENGTH : bodyFraming, declared);
        exchange.begin(recorder.head());
    }

    /** A request without body; lines are divided by {@code \n}. */
    public static FakeStream of(String head) {
        return new FakeStream(head, "");
    }

    /** A request with body; it is chunked unless the head has a Content-Length. */
    public static FakeStream of(String head, String body) {
        return new FakeStream(head, body);
    }

    /** A GET of that target from localhost. */
    public static FakeStream get(String target) {
        return of("GET " + target + " HTTP/1.1\nHost: localhost");
    }

    /** Does what a connection does with a request. */
    public FakeStream handledBy(HttpHandler handler) {
        handler.handle(exchange);
        exchange.handled();
        handler.completed(exchange);
        return this;
    }

    private void readLine(String line) {
        int space = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        String name = line.substring(0, space);
        Method method =
                Arrays.stream(Method.values())
                        .filter(m -> m.name().equals(name))
                        .findFirst()
                        .orElse(Method.OTHER);
        recorder.method(method, 0, space).target(space + 1, last);
        int question = line.indexOf('?');
        int pathEnd = question < 0 ? last : question;
        recorder.path(space + 1, pathEnd);
        if (question >= 0) {
            recorder.query(question + 1, last);
        }
        recorder.version(line.endsWith("1.0") ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1);
    }

    private void readHost(String line, int at) {
        int colon = line.lastIndexOf(':');
        boolean port = colon > 5 && !line.endsWith("]");
        int end = port ? colon : line.length();
        recorder.host(at + 6, at + end, port ? Integer.parseInt(line.substring(colon + 1)) : -1);
    }

    // ---- what came out

    public String body() {
        return taken.toString(StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
        return taken.toByteArray();
    }

    /** The first value of a field of the response; null if it has none. */
    public String field(String name) {
        for (String field : fields) {
            if (field.regionMatches(true, 0, name + ": ", 0, name.length() + 2)) {
                return field.substring(name.length() + 2);
            }
        }
        return null;
    }

    /** All fields, a line each. */
    public List<String> fields() {
        return fields;
    }

    public boolean completed() {
        return finished || aborted;
    }

    // ---- Stream

    @Override
    public Peer peer() {
        return PEER;
    }

    private static final Peer PEER =
            new Peer() {
                @Override
                public SocketAddress remote() {
                    return new InetSocketAddress("192.0.2.7", 4711);
                }

                @Override
                public SocketAddress local() {
                    return new InetSocketAddress("192.0.2.1", 8080);
                }

                @Override
                public boolean secure() {
                    return false;
                }
            };

    @Override
    public dev.serval.http.RefusalLog refusals() {
        return new dev.serval.http.RefusalLog("test");
    }

    @Override
    public HttpConfig config() {
        return config;
    }

    @Override
    public RequestHead releaseHead() {
        return recorder.release(0, headLength);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (readFailure != null) {
            throw readFailure;
        }
        if (!requestBody.hasRemaining()) {
            return -1;
        }
        int count = Math.min(Math.min(requestBody.remaining(), target.remaining()), 7);
        target.put(requestBody.slice(requestBody.position(), count));
        requestBody.position(requestBody.position() + count);
        return count;
    }

    @Override
    public void inform(int interim, Fields interimFields) {}

    @Override
    public void begin(
            int code,
            Fields list,
            PreparedFields prepared,
            Framing kind,
            long declared,
            boolean last)
            throws IOException {
        if (writeFailure != null) {
            throw writeFailure;
        }
        status = code;
        framing = kind;
        length = declared;
        for (int i = 0; i < list.size(); i++) {
            fields.add(list.name(i).text() + ": " + list.value(i));
        }
        if (prepared != null) {
            fields.addAll(Arrays.asList(prepared.toString().split("\r\n")));
        }
    }

    @Override
    public boolean write(ByteBuffer data) throws IOException {
        if (writeFailure != null) {
            throw writeFailure;
        }
        writes++;
        writing.run();
        while (data.hasRemaining()) {
            taken.write(data.get());
        }
        return true;
    }

    @Override
    public boolean flush() {
        flushes++;
        return true;
    }

    @Override
    public void tail(ByteBuffer data) {
        writes++;
        ByteBuffer view = data.duplicate();
        while (view.hasRemaining()) {
            taken.write(view.get());
        }
    }

    @Override
    public void tail(FileRegion region) {
        try {
            ByteBuffer copy = ByteBuffer.allocate((int) region.remaining());
            region.channel().read(copy, region.position());
            taken.write(copy.array());
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            region.release();
        }
    }

    @Override
    public Fields trailers() {
        return null;
    }

    @Override
    public void acknowledge() {}

    @Override
    public UpgradedWaits upgrade(Fields fields) {
        return null;
    }

    @Override
    public void finish(Fields trailers) {
        finished = true;
    }

    @Override
    public void await(Interest interest) {}

    @Override
    public void when(Interest interest, Runnable task) {
        whens.accept(task);
    }

    @Override
    public void dispatch(Call call) {
        dispatches++;
        call.run();
    }

    @Override
    public int poll(ByteBuffer target) throws IOException {
        return quiet && readFailure == null ? 0 : read(target);
    }

    @Override
    public void giveUpReading() {}

    @Override
    public void forget() {}

    @Override
    public void fork(Runnable task) {
        forks.accept(task);
    }

    @Override
    public Runnable resume() {
        return null;
    }

    @Override
    public void abort() {
        aborted = true;
    }
}
