package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the list of {@link Mutations} is whole and fits the sources. */
final class MutationsTest {
    // Refused by what stands behind the parser: workers, proxies, applications. Their own suites
    // are about more than one message.
    private static final Set<String> NOT_OF_MESSAGES =
            Set.of(
                    "OVERLOAD",
                    "GAVE_WAY",
                    "LOGINS",
                    "SESSIONS",
                    "BODY_TOO_SLOW",
                    "FORWARDED",
                    "NOT_FOUND",
                    "METHOD",
                    "FORBIDDEN",
                    "UNAVAILABLE",
                    "NO_ENGINE",
                    "NO_UPGRADE",
                    "FORM",
                    "COOKIE",
                    "FORM_TOO_LARGE",
                    "TOO_MANY_PARAMETERS",
                    "TOO_MANY_PARTS",
                    "PART_HEADERS_TOO_LARGE",
                    "PART_TOO_LARGE",
                    "APPLICATION",
                    "APPLICATION_TIMEOUT",
                    "REROUTED");

    static List<Mutation> all() {
        return Mutations.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void theLineIsThere(Mutation mutation) throws IOException {
        String source = Files.readString(DocsPage.checkout().resolve(mutation.file()));
        assertThat(mutation.applied(source)).isNotEqualTo(source);
    }

    @Test
    void everyRefusalIsSwitchedOff() {
        Set<Refusal> missing = EnumSet.allOf(Refusal.class);
        all().forEach(mutation -> missing.remove(mutation.refusal()));
        missing.removeIf(refusal -> NOT_OF_MESSAGES.contains(refusal.name()));
        assertThat(missing).isEmpty();
    }

    @Test
    void everySecurityRuleWithANumberIsSwitchedOff() {
        Stream<Integer> rules =
                Stream.concat(
                        IntStream.rangeClosed(1, 11).boxed(), Stream.of(16, 17, 18, 19, 20, 25));
        assertThat(rules)
                .allSatisfy(
                        rule ->
                                assertThat(all().stream().map(Mutation::rule))
                                        .anyMatch(its -> its.startsWith("rule " + rule + ": ")));
    }

    @Test
    void noneIsThereTwice() {
        assertThat(all().stream().map(Mutation::rule)).doesNotHaveDuplicates();
    }
}
