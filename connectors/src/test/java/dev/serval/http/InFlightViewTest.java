package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.net.Peer;
import dev.serval.net.RequestInFlight;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What other threads see of an exchange, whose owner does not wait for them. */
class InFlightViewTest {
    private static final String LINE = "GET /a;b=c HTTP/1.1";

    private Peer peer =
            new Peer() {
                @Override
                public SocketAddress remote() {
                    return new InetSocketAddress("127.0.0.1", 1);
                }

                @Override
                public SocketAddress local() {
                    return new InetSocketAddress("127.0.0.1", 2);
                }

                @Override
                public boolean secure() {
                    return false;
                }
            };

    private final Stream stream =
            (Stream)
                    Proxy.newProxyInstance(
                            Stream.class.getClassLoader(),
                            new Class<?>[] {Stream.class},
                            (proxy, method, arguments) ->
                                    switch (method.getName()) {
                                        case "releaseHead" -> head();
                                        case "config" -> HttpConfig.DEFAULTS;
                                        case "peer" -> peerOfRequest();
                                        default -> null;
                                    });

    private Peer peerOfRequest() {
        if (peer == null) {
            throw new IllegalStateException("The request has ended");
        }
        return peer;
    }

    private static RequestHead head() {
        RequestHead.Recorder recorder = new RequestHead.Recorder();
        recorder.clear();
        recorder.method(Method.GET, 0, 3).target(4, 10).path(4, 10).version(HttpVersion.HTTP_1_1);
        recorder.bytes(LINE.getBytes(StandardCharsets.ISO_8859_1));
        return recorder.release(0, LINE.length());
    }

    private List<RequestInFlight> seen(Exchange exchange) {
        List<RequestInFlight> seen = new ArrayList<>();
        InFlightView.tell(exchange, seen::add);
        return seen;
    }

    @Test
    void aRequestThatEndsWhileItIsLookedAtIsNotTold() {
        Exchange exchange = new Exchange(stream);
        exchange.begin(head());
        assertThat(seen(exchange)).as("no application has it").isEmpty();
        exchange.expose();
        assertThat(seen(exchange))
                .singleElement()
                .extracting(RequestInFlight::path)
                .isEqualTo("/a");
        peer = null;
        assertThat(seen(exchange)).isEmpty();
    }
}
