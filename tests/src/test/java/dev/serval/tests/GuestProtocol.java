package dev.serval.tests;

import dev.serval.buffer.InputBuffer;
import dev.serval.http.Exchange;
import dev.serval.http.Forwarded;
import dev.serval.http.HttpHandler;
import dev.serval.http.HttpService;
import dev.serval.http.PresetLogin;
import dev.serval.http.Protocol;
import dev.serval.http1.Http1Protocol;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Next;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * HTTP/1.1 behind a line in which a trusted peer says who makes the requests of the connection:
 * {@code GUEST user type}. A protocol for tests. Immutable.
 */
final class GuestProtocol implements Protocol {
    private static final String BEGIN = "GUEST ";

    @Override
    public String alpn() {
        return null;
    }

    @Override
    public int firstBytes() {
        return BEGIN.length();
    }

    @Override
    public Match begins(byte[] array, int from, int to) {
        int length = Math.min(to - from, BEGIN.length());
        String seen = new String(array, from, length, StandardCharsets.US_ASCII);
        if (!BEGIN.startsWith(seen)) {
            return Match.NO;
        }
        return length == BEGIN.length() ? Match.YES : Match.MORE;
    }

    @Override
    public Conversations open(HttpService service) {
        return (connection, hosts) -> new FirstLine(service, connection);
    }

    private record FirstLine(HttpService service, Connection connection) implements Conversation {
        @Override
        public Next proceed() throws IOException {
            InputBuffer input = connection.input();
            while (true) {
                for (int i = input.position(); i < input.limit(); i++) {
                    if (input.array()[i] == '\n') {
                        int from = input.position();
                        String line =
                                new String(
                                        input.array(), from, i - from, StandardCharsets.US_ASCII);
                        input.consume(i + 1 - from);
                        String[] words = line.split(" ");
                        boolean trusted = words.length > 3;
                        connection.conversation(http(new PresetLogin(words[1], words[2], trusted)));
                        return Next.AGAIN;
                    }
                }
                int count = connection.transport().read(input.room(1000));
                input.received(count);
                if (count <= 0) {
                    return count < 0 ? Next.CLOSE : Next.READ;
                }
            }
        }

        private Conversation http(PresetLogin login) {
            HttpHandler handler = service.handler();
            HttpHandler telling =
                    new HttpHandler() {
                        @Override
                        public void handle(Exchange exchange) {
                            exchange.forwarded(
                                    new Forwarded(
                                            exchange.peer(),
                                            exchange.origin(),
                                            Map.of(),
                                            Map.of(),
                                            login));
                            handler.handle(exchange);
                        }

                        @Override
                        public void completed(Exchange exchange) {
                            handler.completed(exchange);
                        }
                    };
            HttpService told =
                    new HttpService(
                            telling,
                            service.config(),
                            service.load(),
                            service.refusals(),
                            service.fields(),
                            service.output(),
                            service.closing());
            return new Http1Protocol().open(told).open(connection, null);
        }

        @Override
        public Next expired() {
            return Next.CLOSE;
        }

        @Override
        public void closed() {}

        @Override
        public boolean idle() {
            return true;
        }

        @Override
        public void windDown() {}
    }
}
