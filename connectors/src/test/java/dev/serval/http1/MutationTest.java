package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.Ascii;
import dev.serval.http.Framing;
import dev.serval.http.HttpLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Valid input with random damage: refused or not, in one piece and in parts alike. */
class MutationTest {
    private static final int ROUNDS = 20_000;
    private static final HttpLimits TIGHT = new HttpLimits(160, 6, 24, 12, 0);
    private static final String ODD = "\r\n\t :;,=\"\\%[]#?/@0aF\0\u007f\u0080\u00ff";
    private static final String[] HEADS = {
        "GET /a/b?c=d HTTP/1.1\r\nHost: example.com:80\r\nAccept: */*\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
        "POST http://a.b:1/c?d HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "\r\nOPTIONS * HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "CONNECT [1::2.3.4.5]:443 HTTP/1.1\r\nHost: a\r\n\r\n"
    };
    private static final String[] BODIES = {
        "5\r\nhello\r\n0\r\n\r\n",
        "1;a=b\r\nx\r\nA;c=\"d\\\"\"\r\n0123456789\r\n0;e\r\nX: y\r\nHost: z\r\n\r\nGET",
        "0\r\nA: b\r\nC:\td \r\n\r\n"
    };

    @Test
    void headsAreRefusedOrTakenAndNothingElse() {
        Random random = new Random(9112);
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> {
                    int taken = 0;
                    for (int i = 0; i < ROUNDS; i++) {
                        byte[] head = mutate(HEADS[i % HEADS.length], random);
                        HttpLimits limits = i % 2 == 0 ? TIGHT : HttpLimits.DEFAULTS;
                        Heads.Parsed whole =
                                Heads.once(new RequestParser(limits), head, 0, head.length);
                        assertThat(inParts(head, limits, random)).isEqualTo(whole);
                        taken += whole.length() > 0 ? 1 : 0;
                    }
                    // Damage that always or never shows would test nothing.
                    assertThat(taken).isBetween(ROUNDS / 20, ROUNDS * 3 / 4);
                });
    }

    @Test
    void bodiesAreRefusedOrTakenAndNothingElse() {
        Random random = new Random(9112);
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> {
                    int taken = 0;
                    for (int i = 0; i < ROUNDS; i++) {
                        byte[] body = mutate(BODIES[i % BODIES.length], random);
                        HttpLimits limits = i % 2 == 0 ? TIGHT : HttpLimits.DEFAULTS;
                        Bodies.Decoded whole =
                                Bodies.feed(Framing.CHUNKED, -1, body, limits, 64, body.length);
                        int cut = random.nextInt(body.length + 1);
                        int room = 1 + random.nextInt(8);
                        assertThat(Bodies.feed(Framing.CHUNKED, -1, body, limits, room, cut))
                                .isEqualTo(whole);
                        taken += whole.ended() ? 1 : 0;
                    }
                    assertThat(taken).isBetween(ROUNDS / 20, ROUNDS * 3 / 4);
                });
    }

    private static Heads.Parsed inParts(byte[] head, HttpLimits limits, Random random) {
        RequestParser parser = new RequestParser(limits);
        int limit = 0;
        while (true) {
            limit = Math.min(head.length, limit + random.nextInt(12));
            Heads.Parsed parsed = Heads.once(parser, head, 0, limit);
            if (!parsed.incomplete() || limit == head.length) {
                return parsed;
            }
            if (random.nextInt(8) == 0) {
                parser.restart();
            }
        }
    }

    private static byte[] mutate(String valid, Random random) {
        StringBuilder text = new StringBuilder(valid);
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(text.length());
            char odd =
                    random.nextBoolean()
                            ? ODD.charAt(random.nextInt(ODD.length()))
                            : (char) random.nextInt(256);
            switch (random.nextInt(5)) {
                case 0 -> text.setCharAt(at, odd);
                case 1 -> text.insert(at, odd);
                case 2 -> text.deleteCharAt(at);
                case 3 -> text.insert(at, text.substring(at, Math.min(text.length(), at + 9)));
                default -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(8)));
            }
            if (text.isEmpty()) {
                text.append(odd);
            }
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void mutationsAreTheSameInEveryRun() {
        byte[] once = mutate(HEADS[0], new Random(1));
        assertThat(mutate(HEADS[0], new Random(1)))
                .isEqualTo(once)
                .isNotEqualTo(Ascii.bytes(HEADS[0]));
    }
}
