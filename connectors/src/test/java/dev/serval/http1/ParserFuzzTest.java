package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.Ascii;
import dev.serval.fuzz.Messages;
import dev.serval.fuzz.Seeds;
import dev.serval.fuzz.WithinTime;
import dev.serval.http.Framing;
import dev.serval.http.HttpLimits;
import dev.serval.http.PathRules;
import dev.serval.http.RequestRules;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * Damaged heads and bodies are taken or refused by an HttpError, and come to the same however they
 * are cut.
 */
@AddLifecycleHook(WithinTime.class)
class ParserFuzzTest {
    private static final HttpLimits TIGHT = new HttpLimits(160, 6, 24, 12, 0);
    private static final RequestRules RELAXED =
            new RequestRules(
                    RequestRules.RELAXABLE, RequestRules.RELAXABLE, PathRules.STRICT, true, null);

    @Property(
            tries = Integer.MAX_VALUE,
            seed = "9112",
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.BOUNDED)
    void aHeadComesToTheSameHoweverItIsCut(
            @ForAll("requests") String request,
            @ForAll("places") List<Integer> places,
            @ForAll boolean tight,
            @ForAll boolean relaxed,
            @ForAll boolean moving) {
        byte[] bytes = Ascii.bytes(request);
        HttpLimits limits = tight ? TIGHT : HttpLimits.DEFAULTS;
        RequestRules rules = relaxed ? RELAXED : RequestRules.DEFAULTS;
        Heads.Parsed whole = Heads.once(new RequestParser(limits, rules), bytes, 0, bytes.length);
        RequestParser parser = new RequestParser(limits, rules);
        Heads.Parsed parts = null;
        for (int cut : Messages.cuts(places, bytes.length)) {
            parts = Heads.once(parser, bytes, 0, cut);
            if (!parts.incomplete()) {
                break;
            }
            if (moving) {
                parser.restart();
            }
        }
        if (parts == null || parts.incomplete()) {
            parts = Heads.once(parser, bytes, 0, bytes.length);
        }
        assertThat(parts).isEqualTo(whole);
    }

    @Property(
            tries = Integer.MAX_VALUE,
            seed = "9112",
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.BOUNDED)
    void aChunkedBodyWithTrailersComesToTheSameHoweverItIsCut(
            @ForAll("bodies") String body,
            @ForAll("places") List<Integer> places,
            @ForAll("rooms") int room,
            @ForAll boolean tight) {
        byte[] bytes = Ascii.bytes(body);
        HttpLimits limits = tight ? TIGHT : HttpLimits.DEFAULTS;
        Bodies.Decoded whole = Bodies.feed(Framing.CHUNKED, -1, bytes, limits, 256);
        Bodies.Decoded parts =
                Bodies.feed(
                        Framing.CHUNKED,
                        -1,
                        bytes,
                        limits,
                        room,
                        Messages.cuts(places, bytes.length));
        assertThat(parts).isEqualTo(whole);
    }

    /** At every cut, moved, and one byte at a time. */
    @Example
    void seedsComeToTheSameHoweverTheyAreCut() throws IOException {
        Seeds.in("heads").values().forEach(Heads::parse);
        Seeds.in("chunked").values().forEach(Bodies::chunked);
    }

    @Provide
    Arbitrary<String> requests() {
        return Messages.damaged(Messages.requests());
    }

    @Provide
    Arbitrary<String> bodies() {
        return Messages.damaged(Messages.chunkedBodies());
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
