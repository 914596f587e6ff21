package dev.serval.fuzz;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Requests and chunked bodies that are well-formed, and damaged ones. Stateless. */
public final class Messages {
    private Messages() {}

    /** A request with its body, if it has one. */
    public static Arbitrary<String> requests() {
        return Combinators.combine(lines(), hosts(), fields(), bodies())
                .as((line, host, fields, body) -> line + host + String.join("", fields) + body);
    }

    /** The body of a chunked request, its end included. */
    public static Arbitrary<String> chunkedBodies() {
        Arbitrary<String> extension =
                Arbitraries.of("", "", ";a", ";a=b", ";a=\"b\\\"c\"", ";x=y;z=\";\"");
        Arbitrary<String> chunk =
                Combinators.combine(extension, text(40))
                        .filter((e, data) -> !data.isEmpty())
                        .as(
                                (e, data) ->
                                        Integer.toHexString(data.length())
                                                + e
                                                + "\r\n"
                                                + data
                                                + "\r\n");
        Arbitrary<String> trailer =
                Arbitraries.of("X: y\r\n", "Content-Length: 1\r\n", "A:\t b \r\n", "Host: z\r\n");
        return Combinators.combine(
                        chunk.list().ofMaxSize(4), extension, trailer.list().ofMaxSize(3))
                .as(
                        (chunks, e, trailers) ->
                                String.join("", chunks)
                                        + "0"
                                        + e
                                        + "\r\n"
                                        + String.join("", trailers)
                                        + "\r\n");
    }

    /** Each with up to three damages. */
    public static Arbitrary<String> damaged(Arbitrary<String> messages) {
        Arbitrary<List<Damage>> damages =
                Combinators.combine(
                                Arbitraries.integers().between(0, 4),
                                Arbitraries.integers().greaterOrEqual(0),
                                Arbitraries.integers().between(0, 255))
                        .as(Damage::new)
                        .list()
                        .ofMaxSize(3);
        return Combinators.combine(messages, damages).as(Damage::all);
    }

    /** Where a message of that length is cut, in their order; empty for nowhere. */
    public static int[] cuts(List<Integer> wanted, int length) {
        return wanted.stream().mapToInt(at -> Math.floorMod(at, length + 1)).sorted().toArray();
    }

    private static Arbitrary<String> lines() {
        Arbitrary<String> method =
                Arbitraries.of("GET", "GET", "POST", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW");
        Arbitrary<String> target =
                Arbitraries.oneOf(
                        Arbitraries.of(
                                "/",
                                "/now",
                                "/a?b=c",
                                "/a;p=1/../b",
                                "/%2e%2e/x",
                                "*",
                                "http://h:80/x?y",
                                "https://[::1]",
                                "h:443",
                                "/a{|}?[]"),
                        Arbitraries.strings().alpha().ofMaxLength(60).map(text -> "/" + text));
        Arbitrary<String> version = Arbitraries.of("1.1", "1.1", "1.1", "1.0", "1.2", "2.0");
        return Combinators.combine(method, target, version)
                .as((m, t, v) -> m + " " + t + " HTTP/" + v + "\r\n");
    }

    private static Arbitrary<String> hosts() {
        return Arbitraries.of("Host: localhost\r\n", "Host: localhost\r\n", "Host: [::1]:80\r\n");
    }

    private static Arbitrary<List<String>> fields() {
        return Arbitraries.oneOf(
                        Arbitraries.of(
                                "Accept: */*\r\n",
                                "Connection: close\r\n",
                                "Connection: keep-alive, x\r\n",
                                "X:\r\n",
                                "Cookie: a=b; c=d\r\n",
                                "Upgrade: h2c\r\n"),
                        text(30).map(text -> "X-Test: " + text.replace(":", "") + "\r\n"))
                .list()
                .ofMaxSize(4);
    }

    private static Arbitrary<String> bodies() {
        return Arbitraries.oneOf(
                Arbitraries.just("\r\n"),
                text(40).map(text -> "Content-Length: " + text.length() + "\r\n\r\n" + text),
                chunkedBodies().map(body -> "Transfer-Encoding: chunked\r\n\r\n" + body));
    }

    private static Arbitrary<String> text(int most) {
        return Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(most);
    }
}
