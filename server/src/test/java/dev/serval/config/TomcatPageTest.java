package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TomcatPageTest {
    private static final String WRITE = "serval.docs.write";

    private final Path checkout = checkout();
    private final List<TomcatPage.Row> rows = TomcatPage.rows(checkout);

    @Test
    void thePageInTheDocumentationIsNotStale() throws IOException {
        Path page = checkout.resolve("webapps/docs/tomcat.html");
        String before = Files.exists(page) ? Files.readString(page) : "";
        Matcher known =
                Pattern.compile("<nav class=\"pages\".*?</nav>", Pattern.DOTALL).matcher(before);
        String navigation = known.find() ? known.group() : ReferencePage.NAVIGATION;
        String right = new TomcatPage(rows).html().replace(ReferencePage.NAVIGATION, navigation);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page, right);
        }
        assertThat(Files.readString(page))
                .as("webapps/docs/tomcat.html is stale: run with -D" + WRITE + "=true")
                .isEqualTo(right);
    }

    /** 846 of 89 classes, 63 of elements without a class of their own, 5 classes without any. */
    @Test
    void everyRowOfTheReferenceIsThere() {
        assertThat(rows).filteredOn(row -> !row.attribute().isEmpty()).hasSize(846 + 63);
        assertThat(rows.stream().map(TomcatPage.Row::type).distinct()).hasSize(89 + 12);
        assertThat(rows)
                .extracting(row -> row.type() + " " + row.attribute())
                .doesNotHaveDuplicates();
        assertThat(
                        TomcatPage.counts(rows).values().stream()
                                .flatMap(counts -> counts.values().stream())
                                .mapToInt(Integer::intValue)
                                .sum())
                .isEqualTo(rows.size());
    }

    @Test
    void allThatAllOrManyAskForIsThereOrWithoutEffectOrMadeApart() {
        assertThat(rows)
                .filteredOn(row -> !row.asked().equals("C"))
                .filteredOn(row -> row.finding().verdict() == Verdict.UNSUPPORTED)
                .filteredOn(row -> !row.isApart())
                .isEmpty();
    }

    @Test
    void whatIsWithoutEffectSaysWhy() {
        assertThat(rows)
                .filteredOn(row -> row.finding().verdict() == Verdict.WITHOUT_EFFECT)
                .allSatisfy(row -> assertThat(row.finding().why()).isNotEmpty());
    }

    @Test
    void aRowSaysWhatTheReaderDoes() {
        assertThat(verdict("org.apache.catalina.core.StandardHost", "appBase"))
                .isEqualTo(Verdict.HONOURED);
        assertThat(verdict("org.apache.coyote.http11.Http11NioProtocol", "pollerThreadPriority"))
                .isEqualTo(Verdict.WITHOUT_EFFECT);
        assertThat(verdict("org.apache.coyote.ajp.AjpNioProtocol", "secret"))
                .isEqualTo(Verdict.HONOURED);
        assertThat(verdict("org.apache.coyote.http2.Http2Protocol", "readTimeout"))
                .isEqualTo(Verdict.UNSUPPORTED);
    }

    private Verdict verdict(String type, String attribute) {
        return rows.stream()
                .filter(row -> row.type().equals(type) && row.attribute().equals(attribute))
                .findFirst()
                .orElseThrow()
                .finding()
                .verdict();
    }

    /** The directory that holds the modules: the test may run in it or in one of them. */
    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))
                || !Files.isDirectory(directory.resolve("server"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
