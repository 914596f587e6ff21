package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.LogNotes;
import dev.serval.http.LogValue;
import dev.serval.http.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLogPatternTest {
    private static final long END = Instant.parse("2026-11-21T09:15:30.250Z").toEpochMilli();
    private static final long NANOS = 1_234_567_890L;

    private static String line(String pattern, Exchange exchange) {
        return line(pattern, exchange, ZoneOffset.ofHours(1));
    }

    private static String line(String pattern, Exchange exchange, ZoneId zone) {
        Line line = new Line();
        byte[] bytes = new byte[4096];
        line.begin(bytes, 0);
        Completed completed = new Completed(LineRules.all(false));
        completed.fill(exchange, END, NANOS);
        AccessLogPattern.parse(pattern, zone).append(line, completed);
        return new String(bytes, 0, line.end() - 1, StandardCharsets.US_ASCII);
    }

    @Test
    void commonIsTheCommonLogFormat() {
        assertThat(line("common", Exchanges.answered(200, 13, "GET /a%20b?x=1 HTTP/1.1")))
                .isEqualTo(
                        "192.0.2.7 - - [21/Nov/2026:10:15:29 +0100]"
                                + " \"GET /a%20b?x=1 HTTP/1.1\" 200 13");
    }

    @Test
    void combinedAddsRefererAndUserAgent() {
        Exchange exchange =
                Exchanges.answered(
                        404,
                        5,
                        "GET / HTTP/1.0",
                        "Referer: http://a/b",
                        "User-Agent: curl/8 \"x\"");
        assertThat(line("combined", exchange))
                .endsWith(" \"GET / HTTP/1.0\" 404 5 \"http://a/b\" \"curl/8 \\\"x\\\"\"");
    }

    @Test
    void absentFieldsAreADash() {
        assertThat(line("combined", Exchanges.answered(200, 1, "GET / HTTP/1.1")))
                .endsWith(" 200 1 \"-\" \"-\"");
    }

    @ParameterizedTest
    @CsvSource({"GET,0,-", "GET,13,13", "HEAD,13,-"})
    void bytesAreADashWhenThereIsNoBody(String method, int length, String expected) {
        Exchange exchange = Exchanges.answered(200, length, method + " / HTTP/1.1");
        assertThat(line("%b", exchange)).isEqualTo(expected);
    }

    @Test
    void notModifiedHasNoBytes() {
        assertThat(line("%b %B", Exchanges.answered(304, 13, "GET / HTTP/1.1"))).isEqualTo("- 0");
    }

    @Test
    void aRequestThatWasNotUnderstoodIsADash() {
        assertThat(line("\"%r\" %m %U%q %s", Exchanges.answered(400, 9, "")))
                .isEqualTo("\"-\" - - 400");
    }

    @Test
    void aResponseThatNeverWentOutHasNoStatus() {
        assertThat(line("%s", Exchanges.begun("GET / HTTP/1.1"))).isEqualTo("-");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%a|192.0.2.7",
                "%{peer}a|192.0.2.7",
                "%A|2001:db8:0:0:0:0:0:1",
                "%h|192.0.2.7",
                "%H|HTTP/1.1",
                "%m|OPTIONS",
                "%p|80",
                "%{remote}p|50123",
                "%q|?b=c&d",
                "%U|/x/y",
                "%v|example.org",
                "%l%u|--",
                "%D|1234567",
                "%L|-",
                "%T|1",
                "%{ms}T|1234",
                "%{ns}T|1234567890",
                "%{fracsec}T|1.234",
                "%{sec}t|1795252529",
                "%{end:msec}t|1795252530250",
                "%{msec_frac}t|016",
                "%{end:yyyy-MM-dd HH:mm:ss.SSS}t|2026-11-21 10:15:30.250",
                "%{X-A}i|1,2",
                "%{a}c|b",
                "%{z}c|-",
                "100%%|100%",
            })
    void lettersMeanWhatTheyMeanInTomcat(String pattern, String expected) {
        Exchange exchange =
                Exchanges.answered(
                        200,
                        3,
                        "OPTIONS /x/y?b=c&d HTTP/1.1",
                        "Host: example.org",
                        "X-A: 1",
                        "x-a: 2",
                        "Cookie: q=r; a=b");
        assertThat(line(pattern, exchange)).isEqualTo(expected);
    }

    @Test
    void theIdIsThatOfTheErrorPageAndOfTheOtherLog() throws IOException {
        Exchange exchange = Exchanges.begun("GET / HTTP/1.1", "Host: a");
        exchange.refuse(Refusal.PATH, "of the test");
        assertThat(line("%L %s", exchange)).isEqualTo(exchange.id() + " 400");
    }

    @Test
    void withoutAHostTheLocalAddressCounts() {
        assertThat(line("%v %p", Exchanges.answered(200, 3, "GET / HTTP/1.0")))
                .isEqualTo("2001:db8:0:0:0:0:0:1 8080");
    }

    @Test
    void clientsCannotForgeALine() {
        Exchange exchange =
                Exchanges.answered(
                        200,
                        1,
                        "GET / HTTP/1.1",
                        "Referer: a\"\\\n\r\t\f\u0000\u001b[31m\u007f\u00e9");
        assertThat(line("\"%{Referer}i\"", exchange))
                .isEqualTo("\"a\\\"\\\\\\n\\r\\t\\f\\u0000\\u001b[31m\\u007f\\u00e9\"");
    }

    @Test
    void timesFollowTheSecondsAndLookBack() {
        Line line = new Line();
        byte[] bytes = new byte[4096];
        line.begin(bytes, 0);
        AccessLogPattern pattern = AccessLogPattern.parse("%{HH:mm:ss}t ", ZoneOffset.UTC);
        Completed completed = new Completed(LineRules.all(false));
        Exchange exchange = Exchanges.answered(200, 1, "GET / HTTP/1.1");
        for (int second : new int[] {0, 1, 16, 0}) {
            completed.fill(exchange, second * 1000L, 0);
            pattern.append(line, completed);
        }
        assertThat(new String(bytes, 0, line.end() - 1, StandardCharsets.US_ASCII))
                .isEqualTo("00:00:00 00:00:01 00:00:16 00:00:00 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%y", "%{a}y", "%{mars}a", "%{mars}p", "%{h}T", "%{x}L", "%{x}S"})
    void lettersThatMeanNothingPrintADashAndAreNamed(String pattern) {
        assertThat(AccessLogPattern.parse("a" + pattern + "b").unknown()).containsExactly(pattern);
        assertThat(line("a" + pattern + "b", Exchanges.answered(200, 1, "GET / HTTP/1.1")))
                .isEqualTo("a-b");
    }

    @Test
    void whatWasNotedOfTheRequestIsShown() throws IOException {
        AccessLogPattern pattern =
                AccessLogPattern.parse("%F %I %S %{who}r %{cart}s", ZoneOffset.UTC);
        assertThat(pattern.unknown()).isEmpty();
        Exchange exchange = Exchanges.begun("GET / HTTP/1.1");
        exchange.note(new LogNotes(pattern.wants()));
        assertThat(line("%F %I %S %{who}r %{cart}s %X", exchange)).isEqualTo("- - - - - X");
        exchange.notes().thread("runner-1");
        exchange.notes().sessionId("ABC");
        exchange.notes().value(LogValue.attribute("who"), "a\"b");
        exchange.notes().value(new LogValue(LogValue.Kind.SESSION_ATTRIBUTE, "cart"), "1\n2");
        exchange.fields().add(FieldName.of("X-Two"), "1");
        exchange.fields().add(FieldName.of("X-Two"), "2");
        exchange.end(ByteBuffer.allocate(3));
        assertThat(line("%I %S %{who}r %{cart}s %X", exchange))
                .isEqualTo("runner-1 ABC a\\\"b 1\\n2 +");
        assertThat(line("%F", exchange)).matches("[0-9]+");
        assertThat(line("%{x-two}o %{content-length}o %{none}o", exchange)).isEqualTo("1,2 3 -");
    }

    @Test
    void whatNobodyAsksForIsNotNoted() {
        assertThat(AccessLogPattern.parse("combined").wants()).isNull();
        assertThat(AccessLogPattern.parse("%{a}r").wants().values())
                .containsExactly(LogValue.attribute("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%{a", "%{a}", "%{b b}i", "%{b b}o"})
    void mistakesAreRefused(String pattern) {
        assertThatThrownBy(() -> AccessLogPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
