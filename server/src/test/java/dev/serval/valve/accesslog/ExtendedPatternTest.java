package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.Exchange;
import dev.serval.http.LogNotes;
import dev.serval.http.LogValue;
import dev.serval.http.LogValue.Kind;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Lines of the access log in the Extended Log File Format of the W3C. */
class ExtendedPatternTest {
    /** Times are in UTC whatever the zone of the system. */
    private static final LineForm FORM = LineForm.of(ZoneOffset.ofHours(5));

    private static String line(String pattern, Exchange exchange) {
        return JsonPatternTest.line(ExtendedPattern.parse(pattern, FORM), exchange);
    }

    @Test
    void theUsualFieldsAreThoseOfTheFormat() {
        assertThat(line(ExtendedPattern.USUAL, Exchanges.answered(200, 5, "GET /a/b?c=d HTTP/1.1")))
                .isEqualTo("2001-09-09 01:46:40 192.0.2.7 GET /a/b c=d 200 5 1");
        assertThat(line("cs-uri-query cs-uri", Exchanges.answered(200, 5, "GET /a HTTP/1.1")))
                .isEqualTo("- /a");
    }

    @Test
    void aFileBeginsWithItsFields() {
        AccessLogPattern pattern = ExtendedPattern.parse(" date  cs(User-Agent) ", FORM);
        assertThat(new String(pattern.header(), StandardCharsets.UTF_8))
                .isEqualTo("#Fields: date  cs(User-Agent)\n#Version: 2.0\n#Software: Serval\n");
    }

    @Test
    void textsOfClientsAreInQuotesWhichAreDoubledWithin() {
        Exchange exchange =
                Exchanges.answered(
                        200,
                        5,
                        "GET / HTTP/1.1",
                        "User-Agent: a \"b\"\tc",
                        "Cookie: id=7",
                        "Empty: ");
        assertThat(line("cs(User-Agent) cs(Empty) cs(None) x-C(id) sc(Server)", exchange))
                .isEqualTo("\"a \"\"b\"\"\\tc\" - - \"7\" -");
    }

    @Test
    void whatOnlyTheApplicationKnowsIsNoted() {
        String fields = "x-A(app) x-R(user name) x-S(cart) x-P(q) x-H(authType) x-threadname";
        AccessLogPattern pattern = ExtendedPattern.parse(fields, FORM);
        assertThat(pattern.unknown()).isEmpty();
        Exchange exchange = Exchanges.answered(200, 5, "GET / HTTP/1.1");
        exchange.note(new LogNotes(pattern.wants()));
        LogNotes notes = exchange.notes();
        notes.value(new LogValue(Kind.APPLICATION_ATTRIBUTE, "app"), "one");
        notes.value(LogValue.attribute("user name"), "two");
        notes.value(new LogValue(Kind.SESSION_ATTRIBUTE, "cart"), "three");
        notes.value(new LogValue(Kind.PARAMETER, "q"), "a b");
        notes.value(new LogValue(Kind.REQUEST, "authType"), "BASIC");
        notes.thread("runner");
        assertThat(JsonPatternTest.line(pattern, exchange))
                .isEqualTo("\"one\" \"two\" \"three\" \"a b\" \"BASIC\" runner");
    }

    @Test
    void whatTheRequestTellsNeedsNoNotes() {
        AccessLogPattern pattern =
                ExtendedPattern.parse(
                        "x-H(protocol) x-H(scheme) x-H(secure) x-H(remoteUser) x-H(contentLength)",
                        FORM);
        assertThat(pattern.wants()).isNull();
        assertThat(JsonPatternTest.line(pattern, Exchanges.answered(200, 5, "GET / HTTP/1.1")))
                .matches("\"HTTP/1.1\" \"http\" \"false\" - \"(-1|0)\"");
    }

    @Test
    void fieldsThatAreNotKnownPrintADashAndAreNamed() {
        AccessLogPattern pattern = ExtendedPattern.parse("date c-age x-Q(a) sc-comment", FORM);
        assertThat(pattern.unknown()).containsExactly("c-age", "x-Q(a)");
        assertThat(JsonPatternTest.line(pattern, Exchanges.answered(200, 5, "GET / HTTP/1.1")))
                .isEqualTo("2001-09-09 - - ?");
        for (String mistake : new String[] {" ", "cs(a b"}) {
            assertThatThrownBy(() -> ExtendedPattern.parse(mistake, FORM))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void charsetAndLocaleAreThoseOfTheLog() {
        LineForm form = new LineForm(ZoneOffset.UTC, Locale.GERMANY, StandardCharsets.ISO_8859_1);
        AccessLogPattern pattern = AccessLogPattern.parse("\u00e4 %{EEEE}t", form);
        Line line = new Line();
        byte[] bytes = new byte[100];
        line.begin(bytes, 0);
        Completed completed = new Completed(LineRules.all(false));
        completed.fill(Exchanges.answered(200, 1, "GET / HTTP/1.1"), 1_000_000_000_000L, 0);
        pattern.append(line, completed);
        assertThat(new String(bytes, 0, line.end() - 1, StandardCharsets.ISO_8859_1))
                .isEqualTo("\u00e4 Sonntag");
        assertThat(LineForm.takes(StandardCharsets.UTF_16)).isFalse();
    }

    @Test
    void addressesCanBeInTheirShortForm() {
        Completed completed = new Completed(new LineRules(false, true, null, null));
        completed.fill(Exchanges.answered(200, 1, "GET / HTTP/1.1"), 0, 0);
        Line line = new Line();
        byte[] bytes = new byte[100];
        line.begin(bytes, 0);
        AccessLogPattern.parse("%A %a").append(line, completed);
        assertThat(new String(bytes, 0, line.end() - 1, StandardCharsets.US_ASCII))
                .isEqualTo("2001:db8::1 192.0.2.7");
    }
}
