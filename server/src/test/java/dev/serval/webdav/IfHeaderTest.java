package dev.serval.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.serval.files.WriteRefused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 4918 §10.4. The resource has the lock urn:a and the tag "1"; /other has urn:b and "2". */
class IfHeaderTest {
    private static IfHeader.ResourceState state(String token, String etag) {
        return new IfHeader.ResourceState() {
            @Override
            public boolean hasToken(String asked) {
                return asked.equals(token);
            }

            @Override
            public boolean hasTag(String asked) {
                return asked.equals(etag);
            }
        };
    }

    private static boolean holds(String field) throws WriteRefused {
        return IfHeader.of(field)
                .holds(
                        uri -> {
                            if (uri == null || uri.equals("/this")) {
                                return state("urn:a", "\"1\"");
                            }
                            return uri.equals("/other")
                                    ? state("urn:b", "\"2\"")
                                    : state(null, null);
                        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "(<urn:a>) | true",
                "(<urn:b>) | false",
                "([\"1\"]) | true",
                "([\"2\"]) | false",
                "([W/\"1\"]) | false",
                "(<urn:a> [\"1\"]) | true",
                "(<urn:a> [\"2\"]) | false",
                "(<urn:x> [\"1\"]) | false",
                "(<urn:a>[\"1\"]) | true",
                "( <urn:a>  [\"1\"] ) | true",
                "(Not <urn:x>) | true",
                "(Not <urn:a>) | false",
                "(not <urn:x>) | true",
                "(Not[\"2\"]) | true",
                "(<urn:x>) (<urn:a>) | true",
                "(<urn:x>)(<urn:a>) | true",
                "(<urn:x>) (<urn:y>) | false",
                "(<urn:x>) (Not <DAV:no-lock>) | true",
                "(<DAV:no-lock>) | false",
                "(<urn:a> [\"2\"]) (Not <DAV:no-lock> [\"2\"]) | false",
                "</this> (<urn:a>) | true",
                "</other> (<urn:a>) | false",
                "</other> (<urn:b> [\"2\"]) | true",
                "</other> (<urn:x>) (<urn:b>) | true",
                "</other> (<urn:x>) </this> (<urn:a>) | true",
                "</nowhere> (<urn:a>) | false",
                "</nowhere> (Not <urn:a>) | true",
                "([\"a]b)c\"]) (<urn:a>) | true"
            })
    void listsHoldOrNot(String field, boolean expected) throws WriteRefused {
        assertThat(holds(field)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "()",
                "(",
                "(<urn:a>",
                "<urn:a>",
                "</this>",
                "</this> ()",
                "(<>)",
                "(<urn:a)",
                "(urn:a)",
                "([1])",
                "([\"1])",
                "([\"1\")",
                "(Not)",
                "(Not Not <urn:a>)",
                "(<urn:a>) x",
                "(<urn:a>) </this> (<urn:a>)",
                "</this> (<urn:a>) x"
            })
    void whatIsMalformedIs400(String field) {
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> IfHeader.of(field))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(400));
    }

    @Test
    void everyTokenCountsAsSubmitted() throws WriteRefused {
        assertThat(IfHeader.of("</a> (<urn:a> [\"1\"]) (Not <urn:b>) </b> (<urn:c>)").tokens())
                .containsExactlyInAnyOrder("urn:a", "urn:b", "urn:c");
    }
}
