package dev.serval.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlPageTest {
    @Test
    void aSectionIsFoldedAwayUpToTheNextOneOrTheNextChapter() {
        HtmlPage page = new HtmlPage("charts/");
        page.chapter("a", "A");
        page.paragraph("shown");
        page.section("one", "Serval 2 requests/s");
        page.table(new Table("caption", List.of("x"), List.of(List.of("y"))));
        page.section("two", "");
        page.chapter("b", "B");
        page.paragraph("shown, too");
        page.section("three", "");
        String part = page.part();
        assertThat(part.replaceAll("(?s)<details>.*?</details>\n", ""))
                .contains("<p>shown</p>", "<h2 id=\"b\">B</h2>", "<p>shown, too</p>")
                .doesNotContain("details", "<table", "summary");
        assertThat(part)
                .contains("<summary>one <small>Serval 2 requests/s</small></summary>")
                .contains("<summary>two</summary>");
    }

    @Test
    void asterisksEmphasizeAndBackticksAreCode() {
        HtmlPage page = new HtmlPage("charts/");
        page.paragraph("*A Book*, `a*b*c`, 2 * 3 * 4, a *, $1 <b>");
        assertThat(page.part())
                .contains(
                        "<p><em>A Book</em>, <code>a*b*c</code>, 2 * 3 * 4, a *, $1"
                                + " &lt;b&gt;</p>");
    }
}
