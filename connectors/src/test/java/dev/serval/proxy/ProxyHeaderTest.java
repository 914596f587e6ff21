package dev.serval.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderTest {
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
    private static final String ENDS = "cb007107" + "0a000001" + "3039" + "01bb";

    @Test
    void version1TellsBothEnds() throws Exception {
        ProxyHeader header = whole(line("PROXY TCP4 203.0.113.7 10.0.0.1 12345 443\r\n"));
        assertThat(header.remote()).hasToString("/203.0.113.7:12345");
        assertThat(header.local()).hasToString("/10.0.0.1:443");
        header = whole(line("PROXY TCP6 2001:db8::7 ::1 0 65535\r\n"));
        assertThat(header.remote().getAddress().getHostAddress()).isEqualTo("2001:db8:0:0:0:0:0:7");
        assertThat(header.local().getPort()).isEqualTo(65535);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PROXY UNKNOWN\r\n", "PROXY UNKNOWN ffff:f... 1 2 3 whatever\r\n"})
    void version1MayTellNothing(String line) throws Exception {
        assertThat(whole(line(line)).remote()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "PROXYTCP4 1.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n",
                "PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 \r\n",
                "PROXY TCP4 1.2.3.256 1.2.3.4 1 2\r\n",
                "PROXY TCP4 01.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY TCP4 1.2.3 1.2.3.4 1 2\r\n",
                "PROXY TCP4 localhost 1.2.3.4 1 2\r\n",
                "PROXY TCP4 ::1 ::1 1 2\r\n",
                "PROXY TCP6 1.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY TCP6 [::1] ::1 1 2\r\n",
                "PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 65536 2\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 -1 2\r\n",
                "PROXY UDP4 1.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY tcp4 1.2.3.4 1.2.3.4 1 2\r\n",
            })
    void whatIsNoLineOfVersion1IsRefused(String line) {
        assertThatThrownBy(() -> parse(line(line))).isInstanceOf(MalformedHeader.class);
    }

    @Test
    void aLineOfVersion1Has107BytesAtTheMost() throws Exception {
        String line = "PROXY UNKNOWN " + "x".repeat(91) + "\r\n";
        assertThat(line).hasSize(107);
        assertThat(whole(line(line)).length()).isEqualTo(107);
        assertThatThrownBy(() -> parse(line("PROXY UNKNOWN " + "x".repeat(92) + "\r\n")))
                .isInstanceOf(MalformedHeader.class);
        assertThat(parse(line("PROXY UNKNOWN " + "x".repeat(92)))).isNull();
    }

    @Test
    void version2TellsBothEnds() throws Exception {
        ProxyHeader header = whole(bytes("2111" + "000c" + ENDS));
        assertThat(header.remote()).hasToString("/203.0.113.7:12345");
        assertThat(header.local()).hasToString("/10.0.0.1:443");
        String six = "20010db8000000000000000000000007" + "0".repeat(31) + "1" + "0001" + "0002";
        header = whole(bytes("2121" + "0024" + six));
        assertThat(header.remote().getAddress().getHostAddress()).isEqualTo("2001:db8:0:0:0:0:0:7");
        assertThat(header.local().getPort()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2000" + "0000",
                "2011" + "000c" + ENDS,
                "2000" + "0003" + "ffffff",
                "2100" + "0000",
                "2112" + "000c" + ENDS,
                "2131" + "0001" + "00",
            })
    void version2MayTellNothing(String rest) throws Exception {
        assertThat(whole(bytes(rest)).remote()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1111" + "000c" + ENDS, // version 1
                "2211" + "000c" + ENDS, // no such command
                "2113" + "000c" + ENDS, // no such protocol
                "2141" + "000c" + ENDS, // no such family
                "2111" + "000b" + ENDS, // too short
                "2121" + "000c" + ENDS,
                "2111" + "ffff", // too long, and said at once
                "2111" + "000d" + ENDS + "01", // an extension without its length
                "2111" + "000f" + ENDS + "010001", // and one that is cut
                "2111" + "000f" + ENDS + "030000", // a checksum of no bytes
            })
    void whatIsNoHeaderOfVersion2IsRefused(String rest) {
        assertThatThrownBy(() -> parse(bytes(rest))).isInstanceOf(MalformedHeader.class);
    }

    @Test
    void version2TellsOfTls() throws Exception {
        String version = "210007" + hex("TLSv1.3");
        String cipher = "23000a" + hex("TLS_AES_X_");
        String more = "01" + "00000000" + version + "220002" + hex("me") + cipher;
        ProxyHeader header = whole(tls(more));
        assertThat(header.tls().protocol()).isEqualTo("TLSv1.3");
        assertThat(header.tls().cipherSuite()).isEqualTo("TLS_AES_X_");
        assertThat(header.tls().clientCertificates()).isEmpty();
        assertThat(whole(tls("07" + "00000000")).tls()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "01000000", "0000000000", "0600000000"})
    void withoutTheFlagAClientHasNoTls(String more) throws Exception {
        assertThat(whole(tls(more)).tls()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"010000000021", "01000000002100", "0100000000210008" + "544c53"})
    void whatIsCutInItIsRefused(String more) {
        assertThatThrownBy(() -> parse(tls(more)))
                .isInstanceOf(MalformedHeader.class)
                .hasMessageContaining("TLS");
    }

    private static byte[] tls(String more) {
        int length = more.length() / 2;
        return bytes(
                "2111%04x".formatted(12 + 3 + length) + ENDS + "20%04x".formatted(length) + more);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void extensionsOfVersion2AreSkipped() throws Exception {
        assertThat(whole(bytes("2111" + "0014" + ENDS + "e00002" + "0102" + "200000")).remote())
                .isNotNull();
    }

    @Test
    void aChecksumOfVersion2IsChecked() throws Exception {
        byte[] header = bytes("2111" + "0013" + ENDS + "030004" + "00000000");
        CRC32C sum = new CRC32C();
        sum.update(header);
        int value = (int) sum.getValue();
        for (int i = 0; i < 4; i++) {
            header[header.length - 4 + i] = (byte) (value >> 24 - 8 * i);
        }
        assertThat(whole(header).remote()).isNotNull();
        header[16]++;
        assertThatThrownBy(() -> parse(header)).hasMessageContaining("checksum");
    }

    @Test
    void garbageIsRefusedOrWaitedForAndNothingElse() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] header = i % 2 == 0 ? bytes("2111" + "000c" + ENDS) : line("PROXY TCP4 1.2.3.4");
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                header[random.nextInt(header.length)] = (byte) random.nextInt(256);
            }
            byte[] cut = Arrays.copyOf(header, 1 + random.nextInt(header.length));
            try {
                parse(cut);
            } catch (MalformedHeader expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        }
    }

    /** Cut at every position it waits for more; with something behind, its length is known. */
    private static ProxyHeader whole(byte[] header) throws MalformedHeader {
        for (int cut = 1; cut < header.length; cut++) {
            assertThat(ProxyHeader.parse(header, 0, cut)).isNull();
        }
        byte[] more = new byte[header.length + 7];
        Arrays.fill(more, (byte) 'x');
        System.arraycopy(header, 0, more, 3, header.length);
        ProxyHeader parsed = ProxyHeader.parse(more, 3, more.length);
        assertThat(parsed.length()).isEqualTo(header.length);
        return parsed;
    }

    private static ProxyHeader parse(byte[] header) throws MalformedHeader {
        return ProxyHeader.parse(header, 0, header.length);
    }

    private static byte[] line(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String rest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(HexFormat.of().parseHex(SIGNATURE));
        bytes.writeBytes(HexFormat.of().parseHex(rest));
        return bytes.toByteArray();
    }
}
