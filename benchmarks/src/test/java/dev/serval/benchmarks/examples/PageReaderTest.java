package dev.serval.benchmarks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PageReaderTest {
    private static final List<String> PARTS = List.of("/app/");

    private static Set<Ask> read(String html) {
        return PageReader.read("/app/a/page.jsp?x=1", html, PARTS);
    }

    @Test
    void findsLinksWithinTheParts() {
        assertThat(
                        read(
                                "<a href=b.jsp;jsessionid=1?q=2#here><img src='../c.gif'>"
                                        + "<a href=\"/else/\"><a href='http://other/app/'>"
                                        + "<!-- <a href=hidden> --><a href='<%= no %>'>"))
                .containsExactly(Ask.get("/app/a/b.jsp?q=2"), Ask.get("/app/c.gif"));
    }

    @Test
    void sendsAFormAsItStandsAndByTheOtherMethod() {
        assertThat(
                        read(
                                "<form method=POST action='f'><input name= a value='1 2'>"
                                        + "<select name=s><option value=x><option value=y></select>"
                                        + "<input type=submit name=go value=on></form>"))
                .contains(
                        new Ask("POST", "/app/a/f", "a=1+2&s=x&go=on"),
                        new Ask("POST", "/app/a/f", "a=1+2&s=y&go=on"),
                        new Ask("POST", "/app/a/f", "a=0&s=x&go=on"),
                        Ask.get("/app/a/f?a=1+2&s=x&go=on"));
    }

    @Test
    void checksEachBoxAndAllOfThem() {
        assertThat(
                        read(
                                "<form action=f><input type=checkbox name=c value=1>"
                                        + "<input type=checkbox name=c value=2></form>"))
                .extracting(Ask::toString)
                .contains(
                        "GET /app/a/f",
                        "GET /app/a/f?c=1",
                        "GET /app/a/f?c=2",
                        "GET /app/a/f?c=1&c=2");
    }

    @Test
    void leavesLoginsAlone() {
        assertThat(read("<form action=j_security_check><input name=j_username></form>")).isEmpty();
    }

    @Test
    void whatIsRandomIsTakenOut() {
        Ask shuffled = Ask.get("/examples/jsp/jsp2/jspattribute/shuffle.jsp");
        String one = "<tr><td>A</td> <td>B</td></tr><tr><td>1</td></tr>";
        String other = "<tr><td>1</td></tr><tr><td>B</td>\n<td>A</td></tr>";
        assertThat(Neutral.text(shuffled, one)).isEqualTo(Neutral.text(shuffled, other));
        assertThat(Neutral.text(shuffled, one))
                .isNotEqualTo(Neutral.text(shuffled, other.replace("B", "C")));
        assertThat(Neutral.text(Ask.get("/"), "at 9:08:07 of 12")).isEqualTo("at TIME of 12");
        assertThat(Neutral.text(Ask.get("/"), "at 17:40:1 of 12")).isEqualTo("at TIME of 12");
    }
}
