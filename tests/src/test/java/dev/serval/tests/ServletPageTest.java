package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The assertions of the Servlet specification together: how many there are, and that the page that
 * lists them is true. With -Dserval.docs.write=true the page is written.
 */
final class ServletPageTest {
    private static final int FEWEST_ASSERTIONS = 1500;

    @Test
    void thePageInTheDocumentationIsNotStale() throws Exception {
        Path page = DocsPage.checkout().resolve("webapps/docs/servlet.html");
        String right = ServletPage.html(assertions());
        if (Boolean.getBoolean("serval.docs.write")) {
            Files.writeString(page, right);
        }
        assertThat(page).content().as("stale: run with -Dserval.docs.write=true").isEqualTo(right);
    }

    @Test
    void manySentencesAreAsserted() throws Exception {
        assertThat(ServletPage.rows(assertions())).hasSizeGreaterThan(FEWEST_ASSERTIONS);
    }

    @Test
    void aTestIsReadWithItsSectionAndCountedOnce(@TempDir Path directory) throws Exception {
        Files.writeString(
                directory.resolve("Servlet61Section9_4ForwardTest.java"),
                """
                final class Servlet61Section9_4ForwardTest {
                    @ParameterizedTest
                    @ValueSource(strings = {"a", "b"})
                    void aForwardOf2Ends(String a) {}

                    @Test
                    @Section("RequestDispatcher.forward")
                    void itThrows() {}

                    @Test
                    void section11_3_withoutAListener_itIsSilent() {}

                    void noTest() {}
                }
                """);
        Files.writeString(directory.resolve("Other.java"), "    @Test\n    void other() {}\n");
        String suite = "Servlet61Section9_4ForwardTest.";
        List<ServletAssertion> found = ServletAssertion.below(directory);
        assertThat(found)
                .containsExactly(
                        new ServletAssertion(
                                "9.4", "a forward of 2 ends", suite + "aForwardOf2Ends"),
                        new ServletAssertion(
                                "RequestDispatcher.forward", "it throws", suite + "itThrows"),
                        new ServletAssertion(
                                "11.3",
                                "without a listener, it is silent",
                                suite + "section11_3_withoutAListener_itIsSilent"));
        assertThat(ServletPage.html(found))
                .contains("<th scope=\"row\">all</th><td></td><td>3</td>");
    }

    private static List<ServletAssertion> assertions() throws Exception {
        List<ServletAssertion> found = new ArrayList<>();
        for (String module : List.of("server", "tests")) {
            found.addAll(
                    ServletAssertion.below(
                            DocsPage.checkout().resolve(module).resolve("src/test/java")));
        }
        return found;
    }
}
