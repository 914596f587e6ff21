package dev.serval.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 3986 §3.3; Servlet 6.1 §7.1.3. */
class PathParameterTest {
    @ParameterizedTest
    @CsvSource({
        "/a;id=1, 1",
        "/a;x=2;id=1;id=3, 1",
        "/a;x;id=1;y=, 1",
        "/;id=1, 1",
        "/a/b;%69d=%31+%32, 1+2",
        "/a;id=, ''",
        "/a;id=%zz, %zz",
        "/a,",
        "/a;ID=1,",
        "/a;id,",
        "/a;=1,",
        "/a;id=1/b,",
        "/a;;,",
    })
    void isOneOfTheLastSegment(String path, String expected) {
        assertThat(PathParameter.of(path, "id")).isEqualTo(expected);
    }
}
