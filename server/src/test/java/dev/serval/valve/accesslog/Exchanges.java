package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
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
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Exchanges that have ended, without a connection. */
final class Exchanges {
    private Exchanges() {}

    /** Of a request line and fields {@code Name: value}, answered with status and body length. */
    static Exchange answered(int status, int length, String requestLine, String... fields) {
        Exchange exchange = begun(requestLine, fields);
        exchange.status(status);
        try {
            exchange.end(ByteBuffer.allocate(length));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return exchange;
    }

    /** Without an answer. */
    static Exchange begun(String requestLine, String... fields) {
        Exchange exchange = new Exchange(new Unconnected());
        exchange.begin(head(requestLine, fields));
        return exchange;
    }

    private static RequestHead head(String requestLine, String... fields) {
        StringBuilder text = new StringBuilder(requestLine);
        RequestHead.Recorder recorder = new RequestHead.Recorder();
        recorder.clear();
        String[] words = requestLine.split(" ");
        if (words.length == 3) {
            Method method = Method.OTHER;
            for (Method known : Method.values()) {
                method = known.name().equals(words[0]) ? known : method;
            }
            int target = words[0].length() + 1;
            int end = target + words[1].length();
            int question = words[1].indexOf('?');
            recorder.method(method, 0, words[0].length()).target(target, end);
            recorder.path(target, question < 0 ? end : target + question);
            if (question >= 0) {
                recorder.query(target + question + 1, end);
            }
            recorder.version(
                    words[2].equals("HTTP/1.0") ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1);
        }
        for (String field : fields) {
            int start = text.length();
            int colon = start + field.indexOf(": ");
            text.append(field);
            recorder.field(start, colon, colon + 2, text.length());
            if (field.startsWith("Host: ")) {
                recorder.host(colon + 2, text.length(), -1);
            }
        }
        recorder.bytes(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        return recorder.release(0, text.length());
    }

    private static final class Unconnected implements Stream, Peer {
        @Override
        public SocketAddress remote() {
            return socket("192.0.2.7", 50123);
        }

        @Override
        public SocketAddress local() {
            return socket("2001:db8::1", 8080);
        }

        private static SocketAddress socket(String address, int port) {
            try {
                return new InetSocketAddress(InetAddress.getByName(address), port);
            } catch (UnknownHostException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean secure() {
            return false;
        }

        @Override
        public Peer peer() {
            return this;
        }

        @Override
        public dev.serval.http.RefusalLog refusals() {
            return new dev.serval.http.RefusalLog("test");
        }

        @Override
        public HttpConfig config() {
            return HttpConfig.DEFAULTS;
        }

        @Override
        public RequestHead releaseHead() {
            throw new AssertionError("not used");
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
                boolean last) {}

        @Override
        public boolean write(ByteBuffer data) {
            data.position(data.limit());
            return true;
        }

        @Override
        public boolean flush() {
            return true;
        }

        @Override
        public void tail(ByteBuffer data) {}

        @Override
        public void tail(FileRegion region) {}

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
        public void dispatch(Call call) {}

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
        public void abort() {}
    }
}
