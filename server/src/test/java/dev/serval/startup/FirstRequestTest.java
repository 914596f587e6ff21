package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class FirstRequestTest {
    private static final String[] NAMES = FirstRequest.CLASSES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void thereIsEachOfTheClasses(String name) {
        assertThatCode(() -> Class.forName("dev.serval." + name)).doesNotThrowAnyException();
    }
}
