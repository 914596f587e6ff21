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
                "/docs|-|/docs/",
                "/app/docs|-|/app/docs/",
                "/app/|-|/app/",
                "/|-|/",
                "''|-|/",
                "/docs|a=1&b=%20|/docs/?a=1&b=%20",
                "/docs|''|/docs/?",
                "//evil.example|-|/evil.example/",
                "////evil.example/x|-|/evil.example/x/",
                "/a%252f|-|/a%252f/",
                "/docs|\"<x>#|/docs/?%22%3Cx%3E%23",
            })
    void leadsToTheDirectory(String path, String query, String location) {
        assertThat(DirectoryRedirect.location(path, query)).isEqualTo(location);
    }

    @Test
    void keepsNoLineEnd() {
        assertThat(DirectoryRedirect.location("/a", "q\r\nX: y")).isEqualTo("/a/?q%0D%0AX:%20y");
    }
}
