package dev.serval.ajp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.IoModel;
import dev.serval.http.Exchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What no front sends, and what becomes of it: no answer at all if it is no packet, since the front
 * could take one for that to another request; else the answer that the request gets by HTTP. The
 * connection ends in any case, no application is called, and the next connection is served.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedPacketsTest {
    private static final String SECRET = "s3cret";
    private static final AjpConfig OWN =
            new AjpConfig(SECRET, 8192, true, Pattern.compile("ALLOWED_.*"), true, false);

    /** Null for its status: no answer. */
    private record Case(String name, byte[] sent, Integer status) {
        @Override
        public String toString() {
            return name + (status == null ? ": no answer" : ": " + status);
        }
    }

    private final Queue<String> called = new ConcurrentLinkedQueue<>();
    private final List<Connector> connectors = new ArrayList<>();

    @BeforeAll
    void start() throws IOException {
        for (IoModel io : IoModel.values()) {
            connectors.add(Front.start(io, OWN, this::handle));
        }
    }

    @AfterAll
    void stop() {
        connectors.forEach(Front::stop);
    }

    /** Reads the body, as far as it comes. */
    private void handle(Exchange exchange) {
        if (!exchange.request().rawPath().equals("/read")) {
            called.add(exchange.request().rawTarget());
        }
        exchange.dispatch(
                () -> {
                    try {
                        ByteBuffer all = ByteBuffer.allocate(20_000);
                        while (exchange.read(all) >= 0) {}
                        exchange.end(ByteBuffer.wrap(new byte[] {'x'}));
                    } catch (IOException e) {
                        exchange.fail(e);
                    }
                });
    }

    private static Packets good() {
        return Packets.get("/").secret(SECRET);
    }

    private static byte[] bytes(int... values) {
        return Packets.bytes(values);
    }

    private static byte[] joined(byte[]... parts) {
        return Packets.joined(parts);
    }

    /** A packet of a request whose parts behind the type are these. */
    private static byte[] of(byte[]... parts) {
        return Packets.packet(joined(bytes(2), joined(parts)));
    }

    private static byte[] text(String text) {
        return Packets.text(text);
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        noPackets(cases);
        texts(cases);
        numbers(cases);
        attributes(cases);
        refused(cases);
        secrets(cases);
        bodies(cases);
        return cases;
    }

    private static void noPackets(List<Case> cases) {
        silent(cases, "the first byte", bytes(0x13, 0x34, 0, 1, 10));
        silent(cases, "the second byte", bytes(0x12, 0x35, 0, 1, 10));
        silent(cases, "a packet of the server", bytes('A', 'B', 0, 1, 10));
        silent(cases, "HTTP", "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes());
        silent(cases, "TLS", bytes(0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3));
        silent(cases, "no bytes in it", bytes(0x12, 0x34, 0, 0));
        silent(cases, "one byte too many", bytes(0x12, 0x34, 0x1f, 0xfd));
        silent(cases, "the largest number", bytes(0x12, 0x34, 0xff, 0xff));
        for (int type : new int[] {0, 1, 3, 4, 5, 6, 7, 8, 9, 11, 12, 0x7f, 0x80, 0xff}) {
            silent(cases, "type " + type, bytes(0x12, 0x34, 0, 1, type));
        }
        silent(cases, "a ping with more in it", bytes(0x12, 0x34, 0, 2, 10, 0));
        silent(cases, "a request without anything", bytes(0x12, 0x34, 0, 1, 2));
        silent(cases, "a part of a body", Packets.data("abc"));
        // Its length is the type of a request.
        silent(cases, "a part of a body that looks like a request", Packets.data(new byte[600]));
        silent(
                cases,
                "a part of a body with a request in it",
                Packets.data(Arrays.copyOf(good().payload(), 600)));
    }

    private static void texts(List<Case> cases) {
        byte[] rest = joined(text("1.2.3.4"), text("h"), text("s"), bytes(0, 80, 0, 0, 0, 0xff));
        silent(cases, "no protocol", of(bytes(2), text(null), text("/"), rest));
        silent(cases, "no URI", of(bytes(2), text("HTTP/1.1"), text(null), rest));
        silent(
                cases,
                "a URI that reaches beyond the packet",
                of(bytes(2), text("HTTP/1.1"), bytes(0x7f, 0xff, '/', 0), rest));
        silent(
                cases,
                "a URI of 65534 bytes",
                of(bytes(2), text("HTTP/1.1"), bytes(0xff, 0xfe, '/', 0), rest));
        silent(
                cases,
                "a URI without its zero",
                of(bytes(2), text("HTTP/1.1"), bytes(0, 1, '/', 'x'), rest));
        silent(
                cases,
                "a URI that is one byte longer than it says",
                of(bytes(2), text("HTTP/1.1"), bytes(0, 1, '/', 'a', 0), rest));
        silent(
                cases,
                "a protocol that is one byte shorter than it says",
                of(bytes(2), bytes(0, 9), "HTTP/1.1".getBytes(), bytes(0), text("/"), rest));
        silent(cases, "a field without a name", good().raw(joined(text(null), text("v"))).bytes());
        silent(
                cases,
                "a name of a field that reaches beyond the packet",
                good().raw(joined(bytes(0x10, 0), text("v"))).bytes());
        silent(
                cases,
                "a value of a field that reaches beyond the packet",
                good().raw(joined(bytes(0xa0, 1), bytes(0x70, 0))).bytes());
        silent(
                cases,
                "a value of a field without its zero",
                good().raw(joined(bytes(0xa0, 1), bytes(0, 1, 'a', 'b'))).bytes());
        for (String address : new String[] {"1.2.3", "1.2.3.256", "name", "::1::", "1.2.3.4 "}) {
            silent(cases, "the address " + address, good().client(address, "h").bytes());
            silent(
                    cases,
                    "the front's address " + address,
                    good().attribute("AJP_LOCAL_ADDR", address).bytes());
        }
        for (String port : new String[] {"", "-1", "65536", "http", "80 "}) {
            silent(
                    cases,
                    "the client's port '" + port + "'",
                    good().attribute("AJP_REMOTE_PORT", port).bytes());
        }
    }

    private static void numbers(List<Case> cases) {
        for (int code : new int[] {0, 28, 29, 0x7f, 0xfe}) {
            silent(cases, "method " + code, good().method(code).bytes());
        }
        silent(cases, "a method that is stored nowhere", good().method(0xff).bytes());
        for (int code : new int[] {0, 15, 16, 0xff}) {
            silent(cases, "field " + code, good().field(0xa000 | code, "v").bytes());
        }
        silent(cases, "more fields than there are", good().declaring(2).bytes());
        silent(cases, "fewer fields than there are", good().declaring(0).bytes());
        silent(cases, "the most fields", good().declaring(0xffff).bytes());
    }

    private static void attributes(List<Case> cases) {
        for (int code : new int[] {0, 14, 15, 31, 32, 64, 0x80, 0xfe}) {
            silent(cases, "attribute " + code, good().attribute(code, "v").bytes());
        }
        for (int code : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 13}) {
            silent(
                    cases,
                    "attribute " + code + " twice",
                    good().attribute(code, "a").attribute(code, "a").bytes());
            silent(cases, "attribute " + code + " cut", good().attribute(bytes(code)).bytes());
            silent(
                    cases,
                    "attribute " + code + " beyond the packet",
                    good().attribute(bytes(code, 0x20, 0)).bytes());
        }
        silent(cases, "the secret twice", good().secret(SECRET).bytes());
        silent(
                cases,
                "the size of a key twice",
                good().attribute(bytes(11, 0, 128)).attribute(bytes(11, 0, 128)).bytes());
        silent(cases, "half the size of a key", good().attribute(bytes(11, 0)).end().bytes());
        silent(
                cases,
                "an attribute without a name",
                good().attribute(joined(bytes(10), text(null), text("v"))).bytes());
        for (String name : new String[] {"AJP_REMOTE_PORT", "AJP_LOCAL_ADDR", "AJP_SSL_PROTOCOL"}) {
            String value = name.equals("AJP_LOCAL_ADDR") ? "1.2.3.4" : "1";
            silent(
                    cases,
                    name + " twice",
                    good().attribute(name, value).attribute(name, value).bytes());
        }
        silent(cases, "no end", good().end().bytes());
        silent(cases, "a byte behind the end", good().end(0xff, 0).bytes());
        silent(cases, "a second end", good().end(0xff, 0xff).bytes());
        refused(cases, "an attribute of the front", good().attribute("REQUEST_DUMP", "1"), 403);
        refused(
                cases,
                "the attributes of CVE-2020-1938",
                good().attribute("javax.servlet.include.request_uri", "/")
                        .attribute("javax.servlet.include.path_info", "/WEB-INF/web.xml")
                        .attribute("javax.servlet.include.servlet_path", "/"),
                403);
        refused(
                cases,
                "an attribute whose name only begins as it may",
                good().attribute("XALLOWED_A", "1"),
                403);
        refused(cases, "an attribute with an empty name", good().attribute("", "1"), 403);
    }

    private static void refused(List<Case> cases) {
        for (String uri :
                new String[] {
                    "",
                    "a",
                    "http://example.com/",
                    "//\u0000",
                    "/a b",
                    "/a\r\nb",
                    "/a?b",
                    "/a#b",
                    "/\u00e9",
                    "/<",
                    "/\\",
                    "/a\u007f",
                    "**"
                }) {
            refused(cases, "the URI " + shown(uri), like(uri), 400);
        }
        refused(cases, "* with GET", like("*"), 400);
        refused(cases, "a query with a blank", good().attribute(5, "a b"), 400);
        refused(cases, "a query with a line end", good().attribute(5, "a\nb"), 400);
        refused(cases, "a query with a fragment", good().attribute(5, "a#b"), 400);
        refused(cases, "HTTP/3.0", good().protocol("HTTP/3.0"), 505);
        refused(cases, "another protocol", good().protocol("SIP/2.0"), 400);
        refused(cases, "an empty protocol", good().protocol(""), 400);
        for (String method : new String[] {"", "A B", "A\r\nB", "G\u0000T", "(GET)"}) {
            refused(
                    cases,
                    "the method " + shown(method),
                    good().method(0xff).attribute(13, method),
                    400);
        }
        refused(cases, "a tunnel", good().method(0xff).attribute(13, "CONNECT"), 400);
        for (String name : new String[] {"", "a b", "a:", "a\u0000b", "\u00e9", "a\r\nb"}) {
            refused(cases, "the field " + shown(name), good().field(name, "v"), 400);
        }
        for (String value : new String[] {"a\r\nb", "a\nb", "a\rb", "a\u0000b", "\u007f"}) {
            refused(cases, "the value " + shown(value), good().field("X", value), 400);
            refused(cases, "the agent " + shown(value), good().field(0xa00e, value), 400);
        }
        for (String host : new String[] {"a b", "a/b", "user@a", "a:x", "[::1", "a:65536"}) {
            refused(
                    cases,
                    "the Host " + host,
                    Packets.bare("/").secret(SECRET).field(0xa00b, host),
                    400);
            refused(
                    cases,
                    "the front's name " + host,
                    Packets.bare("/").secret(SECRET).server(host, 80),
                    400);
        }
        refused(cases, "two Hosts", good().field("host", "example.com"), 400);
        refused(cases, "no name at all", Packets.bare("/").secret(SECRET).server("", 80), 400);
        Packets many = good();
        for (int i = 0; i < 100; i++) {
            many.field("X-" + i, "v");
        }
        refused(cases, "more fields than maxHeaderCount", many, 431);
    }

    private static Packets like(String uri) {
        return Packets.get(uri).secret(SECRET);
    }

    private static void secrets(List<Case> cases) {
        refused(cases, "no secret", Packets.get("/"), 403);
        refused(cases, "an empty secret", Packets.get("/").secret(""), 403);
        refused(cases, "no text as the secret", Packets.get("/").secret(null), 403);
        refused(cases, "another secret", Packets.get("/").secret("S3cret"), 403);
        refused(cases, "the beginning of it", Packets.get("/").secret("s3cre"), 403);
        refused(cases, "it and more", Packets.get("/").secret("s3crets"), 403);
        refused(cases, "it twice in one", Packets.get("/").secret("s3crets3cret"), 403);
        refused(cases, "a long secret", Packets.get("/").secret("x".repeat(7000)), 403);
        // Who does not know it learns nothing else.
        refused(cases, "no secret, and no method", Packets.get("/").method(99), 403);
        refused(cases, "no secret, and no path", Packets.get("a b"), 403);
        refused(cases, "no secret, no address", Packets.get("/").client("x", "y"), 403);
        refused(cases, "no secret, an attribute", Packets.get("/").attribute("A", "b"), 403);
        refused(
                cases,
                "it as an attribute of another name",
                Packets.get("/").attribute("secret", SECRET),
                403);
    }

    private static void bodies(List<Case> cases) {
        for (String length :
                new String[] {"", "-1", "+1", "1 ", "0x1", "1,1", "99999999999999999999"}) {
            if (!length.equals("1 ")) {
                refused(cases, "the length " + length, good().field(0xa008, length), 400);
            }
        }
        refused(cases, "two lengths", good().field(0xa008, "1").field("content-length", "2"), 400);
        refused(
                cases,
                "length and coding (CVE-2022-26377)",
                good().field(0xa008, "1").field("Transfer-Encoding", "chunked"),
                400);
        refused(cases, "another coding", good().field("Transfer-Encoding", "gzip"), 501);
        refused(cases, "a malformed coding", good().field("Transfer-Encoding", "chunked, x"), 400);
        refused(
                cases,
                "a coding in HTTP/1.0",
                good().protocol("HTTP/1.0").field("Transfer-Encoding", "chunked"),
                400);
        byte[] five = read(5).bytes();
        body(cases, "a body that begins as none", five, bytes(0x12, 0x35, 0, 3, 0, 1, 'a'));
        body(cases, "a ping in place of the body", five, Packets.CPING);
        body(cases, "a request in place of the body", five, good().bytes());
        body(
                cases,
                "a part that is longer than it says",
                five,
                bytes(0x12, 0x34, 0, 4, 0, 1, 'a', 'b'));
        body(
                cases,
                "a part that is shorter than it says",
                five,
                bytes(0x12, 0x34, 0, 3, 0, 2, 'a'));
        body(cases, "a part of one byte alone", five, bytes(0x12, 0x34, 0, 1, 0, 0));
        body(
                cases,
                "a part beyond the packet size",
                five,
                bytes(0x12, 0x34, 0x1f, 0xfd, 0x1f, 0xfb));
        body(cases, "more than the length", five, Packets.data("123456"));
        body(cases, "the end before the length", five, Packets.data(""));
        body(cases, "no bytes before the length", five, bytes(0x12, 0x34, 0, 0));
        body(
                cases,
                "the end after a part",
                read(9000).bytes(),
                joined(Packets.data(new byte[8186]), Packets.data("")));
        body(
                cases,
                "a malformed part that was asked for",
                read(-1).bytes(),
                bytes(0x12, 0x34, 0, 9, 0, 9));
    }

    private static Packets read(long length) {
        return Packets.post("/read", length).secret(SECRET);
    }

    private static void body(List<Case> cases, String name, byte[] request, byte[] sent) {
        cases.add(new Case(name, joined(request, sent), 400));
    }

    private static void silent(List<Case> cases, String name, byte[] sent) {
        cases.add(new Case(name, sent, null));
    }

    private static void refused(List<Case> cases, String name, Packets packets, int status) {
        cases.add(new Case(name, packets.bytes(), status));
    }

    private static String shown(String text) {
        return text.replace("\r", "\\r").replace("\n", "\\n").replace("\u0000", "\\0");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void endsTheConnection(Case each) throws IOException {
        for (Connector connector : connectors) {
            try (Front front = new Front(connector)) {
                front.send(each.sent());
                if (each.status() == null) {
                    assertThat(front.rest()).isEmpty();
                } else {
                    Front.Answer answer = front.answer();
                    assertThat(answer.status()).isEqualTo(each.status());
                    assertThat(answer.reuse()).isFalse();
                    assertThat(front.rest()).isEmpty();
                }
            }
            assertThat(called).isEmpty();
        }
    }

    @Test
    void thereAreMoreThanAHundred() {
        assertThat(cases()).hasSizeGreaterThan(150);
        assertThat(cases()).extracting(Case::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void aPacketThatIsCutGetsNoAnswer(IoModel io) throws IOException {
        byte[] whole =
                good().tls(1)
                        .attribute(7, "cert")
                        .attribute(bytes(11, 0, 128))
                        .attribute("ALLOWED_X", "y")
                        .bytes();
        Connector connector = connectors.get(io.ordinal());
        for (int length = 1; length < whole.length; length++) {
            try (Front front = new Front(connector)) {
                front.send(Arrays.copyOf(whole, length));
                front.endOutput();
                assertThat(front.rest()).as("cut at %d", length).isEmpty();
            }
        }
        assertThat(called).isEmpty();
    }

    /** The length of the packet is that of what is there: its values reach beyond it. */
    @ParameterizedTest
    @EnumSource
    void aPacketThatEndsTooEarlyGetsNoAnswer(IoModel io) throws IOException {
        byte[] whole =
                good().tls(1)
                        .attribute(7, "cert")
                        .attribute(bytes(11, 0, 128))
                        .attribute("ALLOWED_X", "y")
                        .payload();
        Connector connector = connectors.get(io.ordinal());
        for (int length = 1; length < whole.length; length++) {
            try (Front front = new Front(connector)) {
                front.send(Packets.packet(Arrays.copyOf(whole, length)));
                assertThat(front.rest()).as("cut at %d", length).isEmpty();
            }
        }
        assertThat(called).isEmpty();
    }

    /** What comes before the end of a response can only be wrong, and is no request of anybody. */
    @ParameterizedTest
    @EnumSource
    void whatComesBeforeTheEndOfAResponseIsNoRequest(IoModel io) throws IOException {
        Connector connector = connectors.get(io.ordinal());
        try (Front front = new Front(connector)) {
            byte[] two = joined(read(0).bytes(), good().bytes());
            Front.Answer answer = front.send(two).answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.reuse()).isFalse();
            assertThat(front.rest()).isEmpty();
        }
        assertThat(called).isEmpty();
    }
}
