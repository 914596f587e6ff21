package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 §8.8.3 and §13.1: lists of entity tags, strong and weak comparison. */
class EntityTagsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "* | \"a\" | true | true",
                " * | W/\"a\" | true | true",
                "\"a\" | \"a\" | true | true",
                "W/\"a\" | \"a\" | false | true",
                "\"a\" | W/\"a\" | false | true",
                "W/\"a\" | W/\"a\" | false | true",
                "w/\"a\" | W/\"a\" | false | false",
                "\"a\" | \"b\" | false | false",
                "\"A\" | \"a\" | false | false",
                "\"x\",\"a\" | \"a\" | true | true",
                "\"x\" , \"a\" | \"a\" | true | true",
                ", ,\"a\", | \"a\" | true | true",
                "\"x\", W/\"a\", \"y\" | \"a\" | false | true",
                "\"x,\"a\" | \"a\" | false | false",
                "\"a,b\" | \"a,b\" | true | true",
                "\"\" | \"\" | true | true",
                "a | \"a\" | false | false",
                "'a' | \"a\" | false | false",
                "\"a | \"a\" | false | false",
                "\"x\" \"a\" | \"a\" | false | false",
                "\"a b\" | \"a b\" | false | false",
                "*, \"a\" | \"a\" | false | false",
                "\"x\", * | \"a\" | false | false",
            })
    void compares(String list, String tag, boolean strong, boolean weak) {
        assertThat(EntityTags.anyMatches(list, tag, true)).as("strong").isEqualTo(strong);
        assertThat(EntityTags.anyMatches(list, tag, false)).as("weak").isEqualTo(weak);
    }
}
