package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassesAheadTest {
    static List<String> names() {
        List<String> names = Arrays.asList(ClassesAhead.NAMES.strip().split("\\s+"));
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        return names;
    }

    @ParameterizedTest
    @MethodSource("names")
    void thereIsEachOfThem(String name) {
        assertThatCode(
                        () ->
                                Class.forName(
                                        "dev.serval." + name, false, getClass().getClassLoader()))
                .doesNotThrowAnyException();
    }
}
