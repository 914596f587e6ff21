package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages of webapps/docs are true: their Java is compiled and run elsewhere, their examples of
 * configuration give the answers that they show, their links lead somewhere. With
 * -Dserval.docs.write=true the navigation, the Java and the answers are written into the pages.
 */
final class DocumentationTest {
    private static final boolean WRITE = Boolean.getBoolean("serval.docs.write");
    private static final Path CHECKOUT = DocsPage.checkout();
    private static final Path DOCS = CHECKOUT.resolve("webapps/docs");
    private static final Pattern SNIPPET =
            Pattern.compile(
                    "<pre tabindex=\"0\" data-snippet=\"([^\"]+)\">(.*?)</pre>", Pattern.DOTALL);
    private static final Pattern EXAMPLE =
            Pattern.compile("data-example=\"([^\"]+)\"><code>(.*?)</code>", Pattern.DOTALL);
    private static final Pattern NAVIGATION =
            Pattern.compile("<nav class=\"pages\".*?</nav>", Pattern.DOTALL);

    static List<String> pages() throws IOException {
        try (Stream<Path> files = Files.list(DOCS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".html"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theNavigationIsMadeOfTheListOfPages(String name) throws IOException {
        String page = read(name);
        check(name, page, DocsNavigation.in(name, page));
    }

    @Test
    void theListHasEveryPage() throws IOException {
        assertThat(DocsNavigation.pages()).containsExactlyInAnyOrderElementsOf(pages());
    }

    @Test
    void aNewChapterIsMissedInTheNavigation() throws IOException {
        String page = read("jsp.html").replace("</main>", "<h2 id=\"new\">A <b>new</b> one</h2>");
        assertThat(DocsNavigation.in("jsp.html", page))
                .isNotEqualTo(page)
                .contains("          <li><a href=\"#new\">A new one</a></li>\n        </ul>");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theNavigationMarksThePageAndListsItsChapters(String name) throws IOException {
        String navigation = navigation(read(name));
        String link = name.equals("index.html") ? "./" : name;
        assertThat(all("href=\"([^\"]+)\" aria-current=\"page\"", navigation))
                .containsExactly(link);
        String main = read(name).substring(read(name).indexOf("<main"));
        assertThat(all("href=\"#([^\"]+)\"", navigation))
                .isEqualTo(all("<h2 id=\"([^\"]+)\"", main));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(String name) throws IOException {
        for (String link : all("(?:href|src)=\"([^\"]+)\"", read(name))) {
            assertThat(link).as("the documentation is whole without a network").doesNotContain(":");
            String file = link.replaceAll("#.*", "");
            Path target = DOCS.resolve(name).resolveSibling(file.isEmpty() ? name : file);
            if (Files.isDirectory(target)) {
                target = target.resolve("index.html");
            }
            assertThat(target.normalize()).as(link).exists();
            if (link.contains("#")) {
                String id = link.substring(link.indexOf('#') + 1);
                assertThat(Files.readString(target)).as(link).contains(" id=\"" + id + "\"");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noIdIsThereTwice(String name) throws IOException {
        List<String> ids = all(" id=\"([^\"]+)\"", read(name));
        assertThat(ids).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theJavaThatIsShownIsRun(String name) throws IOException {
        Map<String, String> snippets = snippets();
        String page = read(name);
        String right =
                SNIPPET.matcher(page)
                        .replaceAll(
                                found -> {
                                    String id = found.group(1);
                                    assertThat(snippets).containsKey(id);
                                    return Matcher.quoteReplacement(
                                            "<pre tabindex=\"0\" data-snippet=\""
                                                    + id
                                                    + "\"><code>"
                                                    + escaped(snippets.get(id))
                                                    + "</code></pre>");
                                });
        check(name, page, right);
        assertThat(all("<pre tabindex=\"0\"><code>(import|try|Serval|@)", page))
                .as("Java that nobody compiles")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theConfigurationThatIsShownIsAnsweredSo(String name, @TempDir Path base)
            throws IOException {
        String page = read(name);
        String right = page;
        for (MatchResult example : EXAMPLE.matcher(page).results().toList()) {
            Path file = base.resolve("conf/server.xml");
            Files.createDirectories(file.getParent());
            Files.writeString(file, unescaped(example.group(2)));
            String answer =
                    ServerXml.read(file).problems().stream()
                            .map(DocumentationTest::line)
                            .collect(Collectors.joining("\n"));
            String before = "data-answer=\"" + example.group(1) + "\"><code>";
            right =
                    Pattern.compile(Pattern.quote(before) + ".*?</code>", Pattern.DOTALL)
                            .matcher(right)
                            .replaceFirst(
                                    Matcher.quoteReplacement(before + escaped(answer) + "</code>"));
        }
        check(name, page, right);
    }

    @Test
    void theJavaOfTheReadmeIsRun() throws IOException {
        Map<String, String> snippets = snippets();
        String readme = Files.readString(CHECKOUT.resolve("README.md"));
        List<String> shown = all("(?s)```java\n(.*?)```", readme);
        assertThat(shown).isNotEmpty().allSatisfy(s -> assertThat(snippets).containsValue(s));
    }

    private static void check(String name, String page, String right) throws IOException {
        if (WRITE) {
            Files.writeString(DOCS.resolve(name), right);
        } else {
            assertThat(page).as("stale: run with -Dserval.docs.write=true").isEqualTo(right);
        }
    }

    /** As {@code configtest} prints it. */
    private static String line(Problem problem) {
        return problem + (problem.severity() == Problem.Severity.WARNING ? " (warning)" : "");
    }

    /** By name, with the indentation of their first line taken away. */
    private static Map<String, String> snippets() throws IOException {
        Path tests = CHECKOUT.resolve("tests/src/test/java/dev/serval/tests");
        Map<String, String> found = new HashMap<>();
        String hello = Files.readString(tests.resolve("Hello.java"));
        found.put("hello", hello.substring(hello.indexOf("import ")));
        found.put(
                "authenticator",
                Files.readString(
                        CHECKOUT.resolve("tests/apps/extension/example/TokenAuthenticator.java")));
        found.put(
                "valves",
                Files.readString(CHECKOUT.resolve("tests/apps/extension/example/Valves.java")));
        for (Path file :
                List.of(
                        tests.resolve("SnippetsTest.java"),
                        CHECKOUT.resolve(
                                "extensions/junit/src/test/java/dev/serval/junit/ExampleTest.java"))) {
            Matcher matcher =
                    Pattern.compile("// snippet: (\\S+)\n(.*?)\n *// end", Pattern.DOTALL)
                            .matcher(Files.readString(file));
            while (matcher.find()) {
                found.put(matcher.group(1), cut(matcher));
            }
        }
        return found;
    }

    private static String cut(MatchResult snippet) {
        String text = snippet.group(2);
        int indent = text.length() - text.stripLeading().length();
        return text.lines()
                        .map(line -> line.length() > indent ? line.substring(indent) : line.strip())
                        .collect(Collectors.joining("\n"))
                        .strip()
                + "\n";
    }

    private static String navigation(String page) {
        Matcher matcher = NAVIGATION.matcher(page);
        assertThat(matcher.find()).isTrue();
        return matcher.group();
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(r -> r.group(1)).toList();
    }

    private static String read(String page) throws IOException {
        return Files.readString(DOCS.resolve(page));
    }

    private static String escaped(String text) {
        return text.stripTrailing().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String unescaped(String html) {
        return html.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }
}
