package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import dev.serval.http.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One response as a {@link Row} expects it: its status line, what frames it, whether it announces
 * the end of the connection, and all that is said of its fields and its content. Immutable. {@code
 * @port} stands for the default port of the wire.
 */
final class Reply {
    /** How the end of a response is known. */
    enum Framing {
        LENGTH,
        CHUNKED,
        /** None at all: it has no content. */
        NONE,
        /** By the end of the connection. */
        CLOSE
    }

    private final int status;
    private Refusal refusal;
    private Framing framing = Framing.LENGTH;
    private String connection;
    private boolean toHead;
    private String content;
    private final List<String> lines = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private final List<String> present = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    private Reply(int status) {
        this.status = status;
    }

    /** A final response with a Content-Length. */
    static Reply status(int status) {
        return new Reply(status);
    }

    /** An interim response, which has no fields. */
    static Reply interim(int status) {
        return new Reply(status).framed(Framing.NONE);
    }

    /** The page of a refusal, byte for byte. */
    static Reply refused(Refusal refusal) {
        Reply reply = new Reply(refusal.status());
        reply.refusal = refusal;
        return reply;
    }

    /** The whole answer for {@code /hello.txt}. */
    static Reply hello() {
        return status(200).content(Site.HELLO).with("ETag: " + Site.HELLO_ETAG);
    }

    /** What {@code /app/echo} answers, with these lines among its content. */
    static Reply echo(String... lines) {
        Reply reply = status(200).with("Content-Type: text/plain;charset=iso-8859-1");
        reply.lines.addAll(List.of(lines));
        return reply;
    }

    Reply framed(Framing by) {
        Reply reply = copy();
        reply.framing = by;
        return reply;
    }

    /** Value of the one Connection field; without this there must be none. */
    Reply connection(String value) {
        Reply reply = copy();
        reply.connection = value;
        return reply;
    }

    /** The answer to HEAD: it ends with its fields. */
    Reply toHead() {
        Reply reply = copy();
        reply.toHead = true;
        return reply;
    }

    /** The whole content. */
    Reply content(String text) {
        Reply reply = copy();
        reply.content = text;
        return reply;
    }

    /** What the content must not tell. */
    Reply hides(String... texts) {
        Reply reply = copy();
        reply.hidden.addAll(List.of(texts));
        return reply;
    }

    /** Field lines, each the only one of its name. */
    Reply with(String... fields) {
        Reply reply = copy();
        reply.present.addAll(List.of(fields));
        return reply;
    }

    /** Names of fields that must not be there. */
    Reply without(String... names) {
        Reply reply = copy();
        reply.absent.addAll(List.of(names));
        return reply;
    }

    /** What the client sees of it in one phrase. */
    String outcome() {
        return refusal == null ? Integer.toString(status) : status + " " + refusal.code();
    }

    boolean isRefusal() {
        return refusal != null || status >= 400;
    }

    /** Reads the next response and compares. */
    void check(RawClient client, Wire wire) throws IOException {
        RawResponse seen = toHead ? client.responseToHead() : client.response();
        if (refusal != null) {
            Refused.assertRefusalPage(seen, refusal);
        }
        assertThat(seen.statusLine()).isEqualTo("HTTP/1.1 " + status + " " + Status.reason(status));
        assertThat(seen.field("Connection")).as("Connection").isEqualTo(connection);
        assertFraming(seen);
        for (String field : present) {
            int colon = field.indexOf(':');
            assertThat(seen.field(field.substring(0, colon)))
                    .as(field)
                    .isEqualTo(field.substring(colon + 1).strip());
        }
        for (String name : absent) {
            assertThat(seen.all(name)).as(name).isEmpty();
        }
        if (content != null && !toHead) {
            assertThat(seen.text()).isEqualTo(content);
        }
        for (String text : hidden) {
            assertThat(seen.text()).doesNotContainIgnoringCase(text);
        }
        String port = wire.tls() ? "443" : "80";
        List<String> text = List.of(seen.text().split("\n", -1));
        for (String line : lines) {
            assertThat(text).contains(line.replace("@port", port));
        }
    }

    private void assertFraming(RawResponse seen) {
        String length = seen.field("Content-Length");
        String coding = seen.field("Transfer-Encoding");
        switch (framing) {
            case LENGTH -> {
                assertThat(length).as("Content-Length").matches("0|[1-9][0-9]*");
                assertThat(coding).as("Transfer-Encoding").isNull();
            }
            case CHUNKED -> {
                assertThat(length).as("Content-Length").isNull();
                assertThat(coding).as("Transfer-Encoding").isEqualTo("chunked");
                assertThat(new String(seen.raw(), StandardCharsets.ISO_8859_1))
                        .endsWith("\r\n0\r\n\r\n");
            }
            case NONE, CLOSE -> {
                assertThat(length).as("Content-Length").isNull();
                assertThat(coding).as("Transfer-Encoding").isNull();
            }
        }
    }

    private Reply copy() {
        Reply copy = new Reply(status);
        copy.refusal = refusal;
        copy.framing = framing;
        copy.connection = connection;
        copy.toHead = toHead;
        copy.content = content;
        copy.lines.addAll(lines);
        copy.hidden.addAll(hidden);
        copy.present.addAll(present);
        copy.absent.addAll(absent);
        return copy;
    }
}
