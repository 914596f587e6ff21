package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Security rule 16: a redirect stays on this host and on one line. */
class DirectoryRedirectTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "''|/docs|-|/docs/",
                "/app|/docs|-|/app/docs/",
                "/app|/|-|/app/",
                "''|/|-|/",
                "''|/docs|a=1&b=%20|/docs/?a=1&b=%20",
                "''|/docs|''|/docs/?",
                "''|//evil.example|-|/evil.example/",
                "''|////evil.example/x|-|/evil.example/x/",
                "''|/\\evil.example|-|/%5Cevil.example/",
                "''|/a b|-|/a%20b/",
                "''|/a;b|-|/a%3Bb/",
                "''|/a%2f|-|/a%252f/",
                "''|/a?b#c|-|/a%3Fb%23c/",
                "''|/ä|-|/%C3%A4/",
                "''|/<script>|-|/%3Cscript%3E/",
                "''|/docs|\"<x>|/docs/?%22%3Cx%3E",
            })
    void leadsToTheDirectory(String context, String path, String query, String location) {
        assertThat(DirectoryRedirect.location(context, path, query)).isEqualTo(location);
    }

    @Test
    void keepsNoLineEnd() {
        assertThat(DirectoryRedirect.location("", "/a\r\nX: y", "q\r\nX: y"))
                .isEqualTo("/a%0D%0AX:%20y/?q%0D%0AX:%20y");
    }
}
