package dev.serval.files;

import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpOptions;
import dev.serval.http.Method;
import dev.serval.http.Origin;
import dev.serval.http.PreparedFields;
import dev.serval.http.RequestHead;
import dev.serval.http.RequestRules;
import dev.serval.http.Stream;
import dev.serval.http.UpgradedWaits;
import dev.serval.net.Call;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;

/** The far side of an exchange, in memory: what it was asked and what it answered. */
final class RecordedStream implements Stream {
    final Exchange exchange = new Exchange(this);
    private final RequestHead head;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    int status;
    String lines = "";
    long length = -1;
    boolean aborted;
    boolean fromFile;
    ByteBuffer tail;
    Compression compression = Compression.OFF;

    private RecordedStream(RequestHead head) {
        this.head = head;
        exchange.begin(head);
    }

    /** A request without a body: method and path, then lines of fields. */
    static RecordedStream of(Method method, String path, String... fields) {
        return of(method, Framing.NONE, path, fields);
    }

    static RecordedStream of(Method method, Framing framing, String path, String... fields) {
        StringBuilder text = new StringBuilder(path);
        RequestHead.Recorder recorder = new RequestHead.Recorder();
        recorder.clear();
        recorder.method(method, 0, 0).path(0, path.length()).target(0, path.length());
        recorder.framing(framing, framing == Framing.LENGTH ? 1 : -1);
        for (String field : fields) {
            int name = text.length();
            int colon = field.indexOf(": ");
            text.append(field);
            recorder.field(name, name + colon, name + colon + 2, text.length());
        }
        recorder.bytes(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        return new RecordedStream(recorder.head());
    }

    String body() {
        return body.toString(StandardCharsets.UTF_8);
    }

    @Override
    public Peer peer() {
        return null;
    }

    @Override
    public dev.serval.http.RefusalLog refusals() {
        return new dev.serval.http.RefusalLog("test");
    }

    @Override
    public HttpConfig config() {
        HttpOptions options = HttpOptions.DEFAULTS.with(null, compression);
        return new HttpConfig(HttpLimits.DEFAULTS, options, RequestRules.DEFAULTS, Origin.DEFAULTS);
    }

    @Override
    public RequestHead releaseHead() {
        return head;
    }

    @Override
    public int read(ByteBuffer target) {
        return -1;
    }

    @Override
    public void inform(int status, Fields fields) {}

    @Override
    public void begin(
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            boolean last) {
        this.status = status;
        this.length = length;
        if (prepared != null) {
            lines += prepared;
        }
        for (int i = 0; i < fields.size(); i++) {
            lines += fields.name(i).text() + ": " + fields.value(i) + "\r\n";
        }
    }

    @Override
    public boolean write(ByteBuffer data) throws IOException {
        Channels.newChannel(body).write(data);
        return true;
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public void tail(ByteBuffer data) {
        tail = data;
        try {
            write(data.duplicate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void tail(FileRegion region) {
        fromFile = true;
        try {
            region.channel()
                    .transferTo(region.position(), region.remaining(), Channels.newChannel(body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
    public void finish(Fields trailers) {}

    @Override
    public void await(Interest interest) {}

    @Override
    public void when(Interest interest, Runnable task) {}

    @Override
    public void dispatch(Call call) {
        call.run();
    }

    @Override
    public int poll(ByteBuffer target) throws IOException {
        return read(target);
    }

    @Override
    public void giveUpReading() {}

    @Override
    public void forget() {}

    @Override
    public void fork(Runnable task) {
        task.run();
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
