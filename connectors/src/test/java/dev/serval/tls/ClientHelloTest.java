package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Next;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server name of real ClientHello messages, whole, in pieces, and broken (RFC 6066 §3). */
class ClientHelloTest {
    private static final int HEADER = 5;

    /** The first record of a client. */
    private static byte[] hello(String host, String... protocols) throws SSLException {
        SSLEngine engine = TestKeys.client(host, protocols);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOf(record.array(), record.position());
    }

    /** The same message in records of at most so many bytes. */
    private static byte[] fragmented(byte[] hello, int most) {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        for (int at = HEADER; at < hello.length; at += most) {
            int length = Math.min(most, hello.length - at);
            records.write(hello, 0, 3);
            records.write(length >> 8);
            records.write(length);
            records.write(hello, at, length);
        }
        return records.toByteArray();
    }

    private static ClientHello parse(byte[] bytes) {
        return ClientHello.parse(bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void findsTheNameInLowerCase(String protocol) throws Exception {
        assertThat(parse(hello("WWW.Example.org", protocol)).host()).isEqualTo("www.example.org");
    }

    @Test
    void findsTheNameBehindOtherBytes() throws Exception {
        byte[] hello = hello("www.example.org", "TLSv1.3");
        byte[] moved = new byte[hello.length + 7];
        System.arraycopy(hello, 0, moved, 7, hello.length);

        assertThat(ClientHello.parse(moved, 7, moved.length).host()).isEqualTo("www.example.org");
    }

    @Test
    void wantsMoreBytesUntilAllIsThere() throws Exception {
        byte[] hello = hello("www.example.org", "TLSv1.3");
        int first = hello.length;
        while (ClientHello.parse(hello, 0, first - 1) != null) {
            first--;
        }
        // The protocols may stand last.
        assertThat(first).isEqualTo(hello.length);
        for (int length = 0; length <= hello.length; length++) {
            ClientHello parsed = ClientHello.parse(hello, 0, length);
            if (length < first) {
                assertThat(parsed).as("after " + length + " bytes").isNull();
            } else {
                assertThat(parsed.host()).isEqualTo("www.example.org");
            }
        }
    }

    private static byte[] offering(String... protocols) throws SSLException {
        SSLEngine engine = TestKeys.client("www.example.org", "TLSv1.3");
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        engine.setSSLParameters(parameters);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOf(record.array(), record.position());
    }

    @Test
    void rfc7301Section3_1FindsTheProtocolsInTheirOrder() throws Exception {
        ClientHello parsed = parse(offering("h2", "http/1.1"));
        assertThat(parsed.protocols()).containsExactly("h2", "http/1.1");
        assertThat(parsed.host()).isEqualTo("www.example.org");
        assertThat(parse(hello("www.example.org", "TLSv1.3")).protocols()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void findsTheProtocolsInAMessageOfManyRecords(int most) throws Exception {
        assertThat(parse(fragmented(offering("h2", "http/1.1"), most)).protocols())
                .containsExactly("h2", "http/1.1");
    }

    @Test
    void aPartOfAMessageTellsTheNameIfThatHasCome() throws Exception {
        byte[] hello = hello("www.example.org", "TLSv1.3");
        int name = new String(hello, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("www.");
        int end = name + "www.example.org".length();
        assertThat(ClientHello.parsePart(hello, 0, end).host()).isEqualTo("www.example.org");
        assertThat(ClientHello.parsePart(hello, 0, end - 1).host()).isNull();
    }

    @Test
    void anExtensionThatIsLongerThanTheMessageEndsTheLook() throws Exception {
        byte[] hello = offering("h2");
        int list = new String(hello, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("\2h2");
        hello[list - 4] = 0x7f; // the size of the extension
        assertThat(parse(hello)).isNotNull();
        assertThat(parse(hello).protocols()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 40, 100})
    void findsTheNameInAMessageOfManyRecords(int most) throws Exception {
        byte[] records = fragmented(hello("www.example.org", "TLSv1.3"), most);
        boolean found = false;
        for (int length = 0; length <= records.length; length++) {
            ClientHello parsed = ClientHello.parse(records, 0, length);
            assertThat(parsed != null && parsed.host() == null).isFalse();
            assertThat(!found || parsed != null).isTrue();
            found = parsed != null;
        }
        assertThat(parse(records).host()).isEqualTo("www.example.org");
    }

    /** Bytes that were looked at are wiped out: whoever looks at them again sees no handshake. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void eachByteOfManyReadsAndRecordsIsLookedAtOnce(int most) throws Exception {
        byte[] message = new byte[HEADER + 64 * 1024];
        System.arraycopy(new byte[] {22, 3, 1, 0, 0, 1, 0, (byte) 0xff, 0}, 0, message, 0, 9);
        byte[] records = fragmented(message, most);
        MemoryTransport socket = new MemoryTransport();
        InputBuffer input = new InputBuffer(new BufferPool(8192, false, 4));
        Connection connection = new Connection(socket, socket, input, gone -> {});
        Tls tls =
                new Tls(
                        hello -> TestKeys.server(),
                        List.of(),
                        null,
                        null,
                        60_000,
                        new BufferPool(1024, false, 4),
                        4);
        Conversation handshake = tls.handshake(connection);
        for (int i = 0; i < ClientHello.MOST - 1; i++) {
            socket.arrive(new byte[] {records[i]});
            assertThat(handshake.proceed()).as("byte " + i).isEqualTo(Next.READ);
            // The header of a record is read when it is whole.
            int from = input.position();
            Arrays.fill(input.array(), from, Math.max(from, input.limit() - HEADER), (byte) 0xff);
        }
        handshake.closed();
    }

    @Test
    void aMessageWithoutNameHasNone() throws Exception {
        // JSSE sends no name for an address.
        byte[] hello = hello("127.0.0.1", "TLSv1.3");
        assertThat(parse(hello).host()).isNull();
        assertThat(ClientHello.parse(hello, 0, hello.length - 1)).isNull();
    }

    @Test
    void aNameThatIsNoneOfAHostIsNone() throws Exception {
        byte[] hello = hello("www.example.org", "TLSv1.3");
        int at = new String(hello, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("www.");
        for (char c : new char[] {0, '/', ' ', ':', '\n', 0xe4}) {
            hello[at + 1] = (byte) c;
            assertThat(parse(hello).host()).as("with " + (int) c).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x80, 20, 21, 23})
    void whatIsNoHandshakeIsLeftToTheEngineAtTheFirstByte(int first) {
        assertThat(ClientHello.parse(new byte[] {(byte) first}, 0, 1).host()).isNull();
    }

    @Test
    void anEmptyRecordIsLeftToTheEngine() {
        assertThat(parse(new byte[] {22, 3, 1, 0, 0}).host()).isNull();
    }

    @Test
    void aRecordBeyondTheLimitIsLeftToTheEngine() {
        assertThat(parse(new byte[] {22, 3, 1, 0x40, 1}).host()).isNull();
    }

    @Test
    void anotherMessageIsLeftToTheEngine() throws Exception {
        byte[] hello = hello("www.example.org", "TLSv1.3");
        hello[HEADER] = 2;
        assertThat(parse(hello).host()).isNull();
    }

    @Test
    void brokenMessagesNeverFail() throws Exception {
        Random random = new Random(4);
        byte[] hello = hello("www.example.org", "TLSv1.3");
        for (int i = 0; i < 100_000; i++) {
            byte[] broken = hello.clone();
            for (int k = 0; k <= random.nextInt(4); k++) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            ClientHello parsed = ClientHello.parse(broken, 0, random.nextInt(broken.length + 1));
            if (parsed != null && parsed.host() != null) {
                assertThat(parsed.host()).matches("[a-z0-9._-]{1,255}");
            }
        }
    }
}
