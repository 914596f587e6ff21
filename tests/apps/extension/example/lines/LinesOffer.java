package example.lines;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.http.HttpService;
import dev.serval.http.Protocol;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import java.util.List;

/** The protocol of lines for a Connector; the protocol itself is beside the tests of connectors. */
public final class LinesOffer {
    private static final Attribute<String> ALPN =
            Attribute.of("alpn", Format.text(), "lines/1", "Its name in the handshake of TLS.");

    public static final Offer<Protocol> OFFER =
            Offer.of(
                    Kind.PROTOCOL,
                    new AttributeTable("LinesProtocol", "Requests in lines.", List.of(ALPN)),
                    settings -> {
                        String alpn = settings.get(ALPN);
                        return place -> new Named(new LinesProtocol(), alpn);
                    },
                    "example.LinesProtocol");

    private LinesOffer() {}

    private record Named(Protocol protocol, String alpn) implements Protocol {
        @Override
        public int firstBytes() {
            return protocol.firstBytes();
        }

        @Override
        public Match begins(byte[] array, int from, int to) {
            return protocol.begins(array, from, to);
        }

        @Override
        public Conversations open(HttpService service) {
            return protocol.open(service);
        }
    }
}
