package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.AcceptEncoding;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantsTest {
    private static final Resource THERE =
            new Resource(
                    Resource.ResourceType.FILE,
                    Path.of("x"),
                    1,
                    FileTime.fromMillis(0),
                    null,
                    null);

    /** What is looked for, what of it is there, the field; without and with gzip made here. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "br,gzip     | 11  | gzip, br                  | br   | br",
                "gzip,br     | 11  | gzip, br                  | gzip | gzip",
                "zstd,br,gzip| 111 | gzip, deflate, br, zstd   | zstd | zstd",
                "zstd,br,gzip| 011 | gzip, deflate, br, zstd   | br   | br",
                "br,gzip     | 11  | gzip;q=0.9, br;q=0.8      | gzip | gzip",
                "br,gzip     | 11  | gzip                      | gzip | gzip",
                "br,gzip     | 11  | br;q=0, *                 | gzip | gzip",
                "br,gzip     | 11  | *                         | br   | br",
                "br,gzip     | 11  | identity                  | -    | -",
                "br,gzip     | 11  | identity, br;q=0.9        | -    | -",
                "br,gzip     | 11  | identity;q=0.5, br;q=0.5  | br   | br",
                "br,gzip     | 11  | identity;q=0, gzip;q=0.01 | gzip | gzip",
                "br,gzip     | 11  | identity;q=0              | -    | -",
                "br,gzip     | 11  | zstd                      | -    | -",
                "br,gzip     | 10  | gzip                      | -    | made",
                "br,gzip     | 10  | gzip, br                  | br   | br",
                "br,gzip     | 10  | gzip, br;q=0.9            | br   | made",
                "br,gzip     | 00  | gzip, br                  | -    | made",
                "br,gzip     | 00  | br                        | -    | -",
                "br,gzip     | 00  | gzip;q=0.5, identity      | -    | -",
                "-           | -   | gzip                      | -    | made",
                "-           | -   | *;q=0.1                   | -    | made",
                "-           | -   | *;q=0                     | -    | -",
            })
    void choose(String formats, String there, String field, String lying, String all) {
        List<Precompressed.EncodedForm> looked =
                formats.equals("-")
                        ? List.of()
                        : Precompressed.parse(formats.replaceAll("(\\w+)", "$1=.$1")).formats();
        Resource[] beside = new Resource[looked.size()];
        for (int i = 0; i < beside.length; i++) {
            beside[i] = there.charAt(i) == '1' ? THERE : null;
        }
        Variants variants = new Variants(looked, beside);
        long accepted = AcceptEncoding.of(field);

        assertThat(name(variants, variants.choose(accepted, false))).isEqualTo(lying);
        assertThat(name(variants, variants.choose(accepted, true))).isEqualTo(all);
        assertThat(variants.any()).isEqualTo(there.contains("1"));
    }

    private static String name(Variants variants, int chosen) {
        if (chosen == Variants.IDENTITY) {
            return "-";
        }
        return variants.isMade(chosen) ? "made" : variants.coding(chosen).token();
    }

    @Test
    void whatCouldNotBeCompressedIsNotChosenAgain() {
        Variants variants = new Variants(List.of(), new Resource[0]);
        variants.incompressible();
        assertThat(variants.choose(AcceptEncoding.of("gzip"), true)).isEqualTo(Variants.IDENTITY);
    }

    @Test
    void whatIsLookedForIsReadFromTheInitParam() {
        assertThat(Precompressed.parse("true")).isEqualTo(Precompressed.USUAL);
        assertThat(Precompressed.parse("false")).isEqualTo(Precompressed.NONE);
        assertThat(Precompressed.parse(" br = .br , gzip=.gz")).isEqualTo(Precompressed.USUAL);
        assertThat(Precompressed.parse("X-GZIP=.gz")).isEqualTo(Precompressed.GZIP);
        assertThat(Precompressed.parse("zstd=-z").formats())
                .extracting(Precompressed.EncodedForm::suffix)
                .containsExactly("-z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "br", "br=", "=.br", "lzma=.xz", "br=.br,", "br=/x"})
    void whatCannotBeMeantIsNotTaken(String value) {
        assertThatThrownBy(() -> Precompressed.parse(value))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
