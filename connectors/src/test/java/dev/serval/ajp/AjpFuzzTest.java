package dev.serval.ajp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.fuzz.Messages;
import dev.serval.fuzz.WithinTime;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * Damaged packets are taken or refused by an HttpError, come to the same in a parser that was used
 * before, and bodies come to the same however they are cut.
 */
@AddLifecycleHook(WithinTime.class)
class AjpFuzzTest {
    private final ForwardRequest used =
            new ForwardRequest(HttpConfig.DEFAULTS, AjpConfig.of("secret"));
    private final ForwardedAttributes usedTold = new ForwardedAttributes();

    private static String come(ForwardRequest parser, ForwardedAttributes told, byte[] payload) {
        try {
            parser.parse(payload, 0, payload.length, told);
        } catch (HttpError e) {
            return e.refusal() + " " + e.detail();
        }
        RequestHead head = parser.recorder().head();
        StringBuilder all = new StringBuilder(head.methodName() + ' ' + head.rawTarget());
        all.append(' ').append(head.host()).append(':').append(head.port());
        for (int i = 0; i < head.fieldCount(); i++) {
            all.append('\n').append(head.fieldName(i)).append(": ").append(head.fieldValue(i));
        }
        FrontPeer peer = new FrontPeer(told);
        peer.begin(peer);
        for (ForwardedAttributes.Value value : ForwardedAttributes.Value.values()) {
            all.append('\n').append(told.text(value));
        }
        if (told.text(ForwardedAttributes.Value.REMOTE_ADDRESS) != null) {
            all.append('\n').append(peer.remote());
        }
        if (told.text(ForwardedAttributes.Value.LOCAL_ADDRESS) != null) {
            all.append('\n').append(peer.local());
        }
        RequestHead released = parser.recorder().release(0, parser.size());
        assertThat(released.rawTarget()).isEqualTo(head.rawTarget());
        return all.append(peer.secure()).append(peer.tls() == null).toString();
    }

    @Property(
            tries = Integer.MAX_VALUE,
            seed = "8009",
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.BOUNDED)
    void aDamagedRequestIsTakenOrRefused(@ForAll("requests") String request) {
        byte[] payload = request.getBytes(StandardCharsets.ISO_8859_1);
        ForwardRequest fresh = new ForwardRequest(HttpConfig.DEFAULTS, AjpConfig.of("secret"));
        String once = come(fresh, new ForwardedAttributes(), payload);
        assertThat(come(used, usedTold, payload)).isEqualTo(once);
    }

    /** Without the secret nothing is learned but that it is a packet. */
    @Property(
            tries = Integer.MAX_VALUE,
            seed = "8009",
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.BOUNDED)
    void withoutTheSecretThereAreTwoOutcomes(@ForAll("requests") String request) {
        byte[] payload = request.getBytes(StandardCharsets.ISO_8859_1);
        ForwardRequest other = new ForwardRequest(HttpConfig.DEFAULTS, AjpConfig.of("unguessable"));
        try {
            other.parse(payload, 0, payload.length, new ForwardedAttributes());
            assertThat(request).contains("unguessable");
        } catch (HttpError e) {
            assertThat(e.refusal()).isIn(Refusal.AJP_PACKET, Refusal.AJP_SECRET);
        }
    }

    @Property(
            tries = Integer.MAX_VALUE,
            seed = "8009",
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.BOUNDED)
    void aBodyComesToTheSameHoweverItIsCut(
            @ForAll("bodies") String body,
            @ForAll("places") List<Integer> places,
            @ForAll("rooms") int room,
            @ForAll boolean declared) {
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        Framing framing = declared ? Framing.LENGTH : Framing.CHUNKED;
        BodyPacketsTest.Decoded whole = BodyPacketsTest.feed(framing, 9, bytes, 256);
        assertThat(
                        BodyPacketsTest.feed(
                                framing, 9, bytes, room, Messages.cuts(places, bytes.length)))
                .isEqualTo(whole);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Provide
    Arbitrary<String> requests() {
        Arbitrary<Packets> all =
                Combinators.combine(
                                Arbitraries.of("/", "/a/b;c", "/%2e%2e/x", "*", "/a b", ""),
                                Arbitraries.of(1, 2, 4, 17, 27, 255),
                                Arbitraries.of("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "X"),
                                Arbitraries.integers().between(0, 8191),
                                Arbitraries.of("::1", "1.2.3.4", "fe80::1%1", "x"))
                        .as(
                                (uri, method, version, parts, address) -> {
                                    Packets packets = Packets.get(uri).method(method);
                                    packets.protocol(version).client(address, "h");
                                    return with(packets, parts);
                                });
        return Messages.damaged(
                all.map(
                        packets -> {
                            byte[] payload = packets.payload();
                            return text(payload).substring(1);
                        }));
    }

    private static Packets with(Packets packets, int parts) {
        Runnable[] all = {
            () -> packets.field(0xa008, "5"),
            () -> packets.field("Transfer-Encoding", "chunked"),
            () -> packets.field("X-A", "v"),
            () -> packets.attribute(3, "ann"),
            () -> packets.attribute(5, "a=b"),
            () -> packets.attribute(7, "cert"),
            () -> packets.attribute(new byte[] {11, 0, 1}),
            () -> packets.attribute(13, "PATCH"),
            () -> packets.attribute("AJP_REMOTE_PORT", "12"),
            () -> packets.attribute("AJP_LOCAL_ADDR", "10.0.0.1"),
            () -> packets.attribute("OTHER", "x"),
            () -> packets.tls(1),
            () -> packets.secret("secret")
        };
        for (int i = 0; i < all.length; i++) {
            if ((parts >> i & 1) != 0) {
                all[i].run();
            }
        }
        return packets;
    }

    @Provide
    Arbitrary<String> bodies() {
        Arbitrary<String> part =
                Arbitraries.of("", "a", "bcd", "12345").map(Packets::data).map(AjpFuzzTest::text);
        return Messages.damaged(part.list().ofMaxSize(5).map(parts -> String.join("", parts)));
    }

    @Provide
    Arbitrary<List<Integer>> places() {
        return Arbitraries.integers().greaterOrEqual(0).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<Integer> rooms() {
        return Arbitraries.of(1, 2, 7, 64);
    }
}
