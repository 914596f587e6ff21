package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The suites of the RFCs together: how many inputs they have, and that the page that lists them is
 * true. With -Dserval.docs.write=true the page is written.
 */
final class ConformanceTest {
    private static final int FEWEST_INPUTS = 400;

    @Test
    void thePageInTheDocumentationIsNotStale() throws Exception {
        Path page = DocsPage.checkout().resolve("webapps/docs/conformance.html");
        String right = ConformancePage.html(rows());
        if (Boolean.getBoolean("serval.docs.write")) {
            Files.writeString(page, right);
        }
        assertThat(page).content().as("stale: run with -Dserval.docs.write=true").isEqualTo(right);
    }

    @Test
    void everyRuleIsProvenByManyInputs() throws Exception {
        assertThat(rows().stream().map(row -> List.of(row.rule(), row.input())))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(FEWEST_INPUTS);
    }

    @Test
    void aRuleBelongsToOneSection() throws Exception {
        assertThat(
                        rows().stream()
                                .map(row -> List.of(row.rule(), row.section()))
                                .distinct()
                                .map(pair -> pair.get(0)))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyClassWithRowsRunsThemOnEveryWire() throws Exception {
        assertThat(suites()).hasSizeGreaterThan(20);
        assertThat(suites())
                .allMatch(suite -> suite.isAnnotationPresent(OnEveryWire.class))
                .allMatch(suite -> has(suite, "holds", Row.class));
    }

    /** Of all suites, in the order of their sections. */
    static List<Row> rows() throws Exception {
        List<Row> rows = new ArrayList<>();
        for (Class<?> suite : suites()) {
            for (Object row : (List<?>) suite.getDeclaredMethod("rows").invoke(null)) {
                rows.add((Row) row);
            }
        }
        rows.sort(Comparator.comparing(row -> DocsPage.sortable(row.section())));
        return rows;
    }

    /** Classes that are named for an RFC and have rows. */
    private static List<Class<?>> suites()
            throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes =
                Path.of(Row.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String name = Row.class.getPackageName();
        List<Class<?>> suites = new ArrayList<>();
        try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
            for (Path file : files.sorted().toList()) {
                String simple = file.getFileName().toString().replace(".class", "");
                if (simple.startsWith("Rfc") && simple.endsWith("Test")) {
                    Class<?> suite = Class.forName(name + "." + simple);
                    if (has(suite, "rows")) {
                        suites.add(suite);
                    }
                }
            }
        }
        return suites;
    }

    private static boolean has(Class<?> suite, String method, Class<?>... parameters) {
        for (Method declared : suite.getDeclaredMethods()) {
            if (declared.getName().equals(method)
                    && List.of(declared.getParameterTypes()).equals(List.of(parameters))) {
                return true;
            }
        }
        return false;
    }
}
