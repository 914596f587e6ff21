package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.Exchange;
import dev.serval.http.LogNotes;
import dev.serval.http.LogValue;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Lines of the access log as JSON, with the names of Tomcat's JsonAccessLogValve. */
class JsonPatternTest {
    private static final LineForm UTC = LineForm.of(ZoneOffset.UTC);

    static String line(AccessLogPattern pattern, Exchange exchange) {
        Completed completed = new Completed(LineRules.all(false));
        completed.fill(exchange, 1_000_000_000_000L, 1_234_567_890);
        Line line = new Line();
        byte[] bytes = new byte[4096];
        line.begin(bytes, 0);
        pattern.append(line, completed);
        return new String(bytes, 0, line.end() - 1, StandardCharsets.UTF_8);
    }

    @Test
    void lettersHaveTomcatsNamesAndTextIsLeftOut() {
        String line =
                line(
                        JsonPattern.parse("common", UTC),
                        Exchanges.answered(200, 5, "GET /a?b=c HTTP/1.1", "Host: x"));
        assertThat(line)
                .isEqualTo(
                        "{\"host\":\"192.0.2.7\",\"logicalUserName\":\"-\",\"user\":\"-\","
                                + "\"time\":\"[09/Sep/2001:01:46:38 +0000]\","
                                + "\"request\":\"GET /a?b=c HTTP/1.1\",\"statusCode\":\"200\","
                                + "\"size\":\"5\"}");
    }

    @Test
    void everyLetterHasAName() {
        String pattern = "%a %A %b %B %D %F %h %H %I %l %m %p %q %r %s %S %t %T %u %U %v %X";
        String line =
                line(JsonPattern.parse(pattern, UTC), Exchanges.answered(200, 0, "GET / HTTP/1.1"));
        for (String name :
                ("remoteAddr localAddr size byteSentNC elapsedTime firstByteTime host protocol"
                                + " threadName logicalUserName method port query request statusCode"
                                + " sessionId time elapsedTimeS user path localServerName"
                                + " connectionStatus")
                        .split(" ")) {
            assertThat(line).contains("\"" + name + "\":\"");
        }
    }

    @Test
    void whatHasANameOfItsOwnIsInAnObject() {
        AccessLogPattern pattern =
                JsonPattern.parse(
                        "%s %{Referer}i %{User-Agent}i %{id}c %{X}o %{a\"b}r %{cart}s %{c}L"
                                + " %{local}p %{ms}T %{remote}a",
                        UTC);
        Exchange exchange =
                Exchanges.answered(
                        200, 1, "GET / HTTP/1.1", "Referer: a\"b\\", "Cookie: id=7; x=y");
        exchange.note(new LogNotes(pattern.wants()));
        exchange.notes().value(LogValue.attribute("a\"b"), "line\nend");
        assertThat(line(pattern, exchange))
                .isEqualTo(
                        "{\"statusCode\":\"200\",\"port-local\":\"8080\",\"elapsedTimeS-ms\":\"1234\","
                                + "\"remoteAddr-remote\":\"192.0.2.7\","
                                + "\"requestAttributes\":{\"a\\\"b\":\"line\\nend\"},"
                                + "\"cookies\":{\"id\":\"7\"},\"sessionAttributes\":{\"cart\":\"-\"},"
                                + "\"requestHeaders\":{\"Referer\":\"a\\\"b\\\\\",\"User-Agent\":\"-\"},"
                                + "\"identifier\":{\"c\":\"192.0.2.7:50123-2001:db8:0:0:0:0:0:1:8080-0\"},"
                                + "\"responseHeaders\":{\"X\":\"-\"}}");
    }

    @Test
    void unknownLettersAreMembersAndNamed() {
        AccessLogPattern pattern = JsonPattern.parse("%y%y", UTC);
        assertThat(pattern.unknown()).contains("%y");
        assertThat(line(pattern, Exchanges.answered(200, 1, "GET / HTTP/1.1")))
                .isEqualTo("{\"other-y\":\"-\"}");
    }

    @Test
    void aDateThatWouldEndItsStringIsRefused() {
        assertThatThrownBy(() -> JsonPattern.parse("%{yyyy\"}t", UTC))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
