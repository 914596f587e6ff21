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
    static List<Mutation> all() {
        return Mutations.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void theLineIsThere(Mutation mutation) throws IOException {
        String source = Files.readString(MutantTest.checkout().resolve(mutation.file()));
        assertThat(mutation.applied(source)).isNotEqualTo(source);
    }

    @Test
    void everyRefusalIsSwitchedOff() {
        Set<Refusal> missing = EnumSet.allOf(Refusal.class);
        all().forEach(mutation -> missing.remove(mutation.refusal()));
        // What provokes it belongs to the suite of the workers, which is about more than a message.
        missing.remove(Refusal.OVERLOAD);
        assertThat(missing).isEmpty();
    }

    @Test
    void everySecurityRuleOfTheWireIsSwitchedOff() {
        Stream<Integer> rules =
                Stream.concat(IntStream.rangeClosed(1, 11).boxed(), Stream.of(16, 17));
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
