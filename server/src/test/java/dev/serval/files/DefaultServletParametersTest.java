package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefaultServletParametersTest {
    @Test
    void eachStandsInItsPlace() {
        List<String> names = DefaultServletParameters.names();

        assertThat(names).isSortedAccordingTo(Comparator.comparing(n -> n.toLowerCase()));
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void withoutParametersNothingChanges() {
        assertThat(DefaultServletParameters.apply(FileSettings.DEFAULTS, Map.of()))
                .isEqualTo(FileSettings.DEFAULTS);
    }

    @Test
    void theUsualValueIsTheOneWithoutTheParameter() {
        for (DefaultServletParameters.Parameter parameter : DefaultServletParameters.TABLE) {
            if (parameter.works() && !parameter.usual().isEmpty()) {
                assertThat(
                                DefaultServletParameters.apply(
                                        FileSettings.DEFAULTS,
                                        Map.of(parameter.name(), parameter.usual())))
                        .as(parameter.name())
                        .isEqualTo(FileSettings.DEFAULTS);
            }
        }
    }

    @Test
    void eachChangesItsSetting() {
        assertThat(with("sendfileSize", " 7 ").sendfileSize()).isEqualTo(7);
        assertThat(with("directoryRedirectStatusCode", "308").servlet())
                .isEqualTo(DefaultServletSettings.DEFAULTS.withDirectoryRedirectStatusCode(308));
        assertThat(with("allowPostAsGet", "TRUE").servlet().allowPostAsGet()).isTrue();
        assertThat(with("useAcceptRanges", "false").servlet().useAcceptRanges()).isFalse();
    }

    @Test
    void allMistakesAreNamedAtOnce() {
        Map<String, String> wrong = Map.of("allowPostAsGet", "yes", "sendfileSize", "x");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> DefaultServletParameters.apply(FileSettings.DEFAULTS, wrong))
                .withMessage(
                        "init-param allowPostAsGet is true or false, not 'yes'; init-param"
                                + " sendfileSize is KiB, negative for never, not 'x'");
    }

    private static FileSettings with(String name, String value) {
        return DefaultServletParameters.apply(FileSettings.DEFAULTS, Map.of(name, value));
    }
}
