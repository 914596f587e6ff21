package dev.serval.ajp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.ajp.ForwardedAttributes.Value;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpError;
import dev.serval.http.HttpVersion;
import dev.serval.http.Method;
import dev.serval.http.RequestHead;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a request says, out of its packet. */
class ForwardRequestTest {
    private static final List<String> METHODS =
            List.of(
                    "OPTIONS",
                    "GET",
                    "HEAD",
                    "POST",
                    "PUT",
                    "DELETE",
                    "TRACE",
                    "PROPFIND",
                    "PROPPATCH",
                    "MKCOL",
                    "COPY",
                    "MOVE",
                    "LOCK",
                    "UNLOCK",
                    "ACL",
                    "REPORT",
                    "VERSION-CONTROL",
                    "CHECKIN",
                    "CHECKOUT",
                    "UNCHECKOUT",
                    "SEARCH",
                    "MKWORKSPACE",
                    "UPDATE",
                    "LABEL",
                    "MERGE",
                    "BASELINE-CONTROL",
                    "MKACTIVITY");
    private static final List<String> FIELDS =
            List.of(
                    "accept",
                    "accept-charset",
                    "accept-encoding",
                    "accept-language",
                    "authorization",
                    "connection",
                    "content-type",
                    "content-length",
                    "cookie",
                    "cookie2",
                    "host",
                    "pragma",
                    "referer",
                    "user-agent");

    private final ForwardRequest parser =
            new ForwardRequest(HttpConfig.DEFAULTS, AjpConfig.of(null));
    private final ForwardedAttributes told = new ForwardedAttributes();

    private RequestHead parse(Packets packets) throws HttpError {
        byte[] payload = packets.payload();
        // Its place in the buffer of the connection is another one each time.
        byte[] array = Packets.joined(new byte[3], payload, new byte[2]);
        parser.parse(array, 4, 3 + payload.length, told);
        return parser.recorder().head();
    }

    static List<Integer> methods() {
        return IntStream.rangeClosed(1, METHODS.size()).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyMethodHasANumber(int code) throws HttpError {
        RequestHead head = parse(Packets.get("/").method(code));
        String name = METHODS.get(code - 1);
        assertThat(head.methodName()).isEqualTo(name);
        assertThat(head.method().name())
                .isEqualTo(
                        List.of("OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE")
                                        .contains(name)
                                ? name
                                : "OTHER");
    }

    @ParameterizedTest
    @CsvSource({"PATCH, PATCH", "GET, GET", "PURGE, OTHER", "get, OTHER"})
    void aMethodWithoutANumberIsStored(String name, Method method) throws HttpError {
        RequestHead head = parse(Packets.get("/").method(0xff).attribute(13, name));
        assertThat(head.methodName()).isEqualTo(name);
        assertThat(head.method()).isEqualTo(method);
    }

    static List<Integer> fields() {
        return IntStream.rangeClosed(1, FIELDS.size()).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("fields")
    void everyNumberOfAFieldIsAName(int code) throws HttpError {
        String name = FIELDS.get(code - 1);
        Packets packets = name.equals("host") ? Packets.bare("/") : Packets.get("/");
        RequestHead head = parse(packets.field(0xa000 | code, "42"));
        assertThat(head.field(name)).isEqualTo("42");
        int last = head.fieldCount() - 1;
        assertThat(head.fieldName(last)).isEqualTo(name);
    }

    @Test
    void fieldsKeepTheirOrderAndLoseTheirBlanks() throws HttpError {
        RequestHead head =
                parse(Packets.get("/").field("X-A", " \t1 ").field("x-a", "2").field("X-B", null));
        assertThat(head.fieldCount()).isEqualTo(4);
        assertThat(head.fieldValue(1)).isEqualTo("1");
        assertThat(head.fieldName(2)).isEqualTo("x-a");
        assertThat(head.fieldValue(3)).isEmpty();
    }

    @Test
    void pathAndQueryBecomeOneTarget() throws HttpError {
        RequestHead head = parse(Packets.get("/a/b;c=%20").attribute(5, "d=e&f?"));
        assertThat(head.rawTarget()).isEqualTo("/a/b;c=%20?d=e&f?");
        assertThat(head.rawPath()).isEqualTo("/a/b;c=%20");
        assertThat(head.rawQuery()).isEqualTo("d=e&f?");
        RequestHead empty = parse(Packets.get("/").attribute(5, ""));
        assertThat(empty.hasQuery()).isTrue();
        assertThat(empty.rawQuery()).isEmpty();
        assertThat(parse(Packets.get("/")).hasQuery()).isFalse();
        assertThat(parse(Packets.get("*").method(1)).rawPath()).isEqualTo("*");
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1, HTTP_1_1",
        "HTTP/1.0, HTTP_1_0",
        "HTTP/0.9, HTTP_1_0",
        "HTTP/2.0, HTTP_2"
    })
    void versions(String protocol, HttpVersion version) throws HttpError {
        assertThat(parse(Packets.get("/").protocol(protocol)).version()).isEqualTo(version);
    }

    @Test
    void theHostIsThatOfTheClient() throws HttpError {
        RequestHead head = parse(Packets.bare("/").field(0xa00b, "Shop.example:8443"));
        assertThat(head.host()).isEqualTo("shop.example");
        assertThat(head.port()).isEqualTo(8443);
        assertThat(parse(Packets.get("/").server("other.example", 81)).port()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "front.example, 81, front.example, 81",
        "::1, 80, [::1], 80",
        "10.0.0.1, 80, 10.0.0.1, 80",
        "[::1], 443, [::1], 443"
    })
    void withoutAHostItIsThatOfTheFront(String name, int port, String host, int shown)
            throws HttpError {
        for (String protocol : List.of("HTTP/1.1", "HTTP/1.0")) {
            RequestHead head = parse(Packets.bare("/").protocol(protocol).server(name, port));
            assertThat(head.host()).isEqualTo(host);
            assertThat(head.port()).isEqualTo(shown);
            assertThat(head.fieldCount()).isZero();
        }
    }

    @Test
    void theBodyIsFramedByTheFieldsOfHttp() throws HttpError {
        assertThat(parse(Packets.get("/")).framing()).isEqualTo(Framing.NONE);
        RequestHead declared = parse(Packets.post("/", 12));
        assertThat(declared.framing()).isEqualTo(Framing.LENGTH);
        assertThat(declared.contentLength()).isEqualTo(12);
        assertThat(parse(Packets.post("/", -1)).framing()).isEqualTo(Framing.CHUNKED);
    }

    @Test
    void everyAttributeIsTaken() throws HttpError {
        parse(
                Packets.get("/")
                        .tls(1)
                        .attribute(1, "/context")
                        .attribute(2, "/servlet")
                        .attribute(3, "ann")
                        .attribute(4, "BASIC")
                        .attribute(6, "node1")
                        .attribute(7, "cert")
                        .attribute(8, "cipher")
                        .attribute(9, "session")
                        .attribute(new byte[] {11, 1, 0})
                        .attribute(12, "secret")
                        .attribute("AJP_REMOTE_PORT", "4711")
                        .attribute("AJP_LOCAL_ADDR", "10.1.2.3")
                        .attribute("AJP_SSL_PROTOCOL", "TLSv1.3")
                        .attribute("JK_LB_ACTIVATION", "ACT"));
        assertThat(told.overTls()).isTrue();
        assertThat(told.text(Value.REMOTE_ADDRESS)).isEqualTo("203.0.113.9");
        assertThat(told.text(Value.REMOTE_HOST)).isEqualTo("client.example");
        assertThat(told.text(Value.REMOTE_USER)).isEqualTo("ann");
        assertThat(told.text(Value.AUTH_TYPE)).isEqualTo("BASIC");
        assertThat(told.text(Value.CERTIFICATE)).isEqualTo("cert");
        assertThat(told.text(Value.CIPHER)).isEqualTo("cipher");
        assertThat(told.text(Value.SESSION)).isEqualTo("session");
        assertThat(told.keySize()).isEqualTo(256);
        assertThat(told.remotePort()).isEqualTo(4711);
        assertThat(told.text(Value.LOCAL_ADDRESS)).isEqualTo("10.1.2.3");
        assertThat(told.text(Value.TLS_PROTOCOL)).isEqualTo("TLSv1.3");
        assertThat(told.attributeCount()).isOne();
        assertThat(told.attributeName(0)).isEqualTo("JK_LB_ACTIVATION");
        assertThat(told.attributeValue(0)).isEqualTo("ACT");
    }

    @Test
    void textsOfTheFrontAreInUtf8OrElseInIso88591() throws HttpError {
        parse(Packets.get("/").attribute(3, "m\u00c3\u00bcller"));
        assertThat(told.text(Value.REMOTE_USER)).isEqualTo("m\u00fcller");
        parse(Packets.get("/").attribute(3, "m\u00fcller"));
        assertThat(told.text(Value.REMOTE_USER)).isEqualTo("m\u00fcller");
    }

    @Test
    void anAddressOfTheLinkLosesItsZone() throws HttpError {
        parse(Packets.get("/").client("fe80::1%eth0", null));
        assertThat(told.text(Value.REMOTE_ADDRESS)).isEqualTo("fe80::1");
        assertThat(told.text(Value.REMOTE_HOST)).isNull();
    }

    /** Nothing of one request is seen in the next one. */
    @Test
    void theNextRequestBeginsAnew() throws HttpError {
        everyAttributeIsTaken();
        parse(Packets.bare("/").server("s", 0).client(null, null));
        assertThat(told.overTls()).isFalse();
        for (Value value : Value.values()) {
            assertThat(told.has(value)).as(value.name()).isEqualTo(value == Value.SERVER_NAME);
        }
        assertThat(told.attributeCount()).isZero();
        assertThat(told.remotePort()).isZero();
        assertThat(told.keySize()).isZero();
    }

    @Test
    void aReleasedHeadOutlivesTheNextRequest() throws HttpError {
        parse(Packets.get("/first").method(17).attribute(5, "q").field("X-A", "1"));
        RequestHead head = parser.recorder().release(0, parser.size());
        parse(Packets.get("/second"));
        assertThat(head.rawTarget()).isEqualTo("/first?q");
        assertThat(head.methodName()).isEqualTo("VERSION-CONTROL");
        assertThat(head.host()).isEqualTo("example.com");
        assertThat(head.field("x-a")).isEqualTo("1");
    }

    @Test
    void thousandsOfFieldsAreCountedAndNotKept() {
        Packets packets = Packets.get("/");
        for (int i = 0; i < 1500; i++) {
            packets.field(0xa001, "");
        }
        assertThatThrownBy(() -> parse(packets))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("SRV-0203");
    }
}
