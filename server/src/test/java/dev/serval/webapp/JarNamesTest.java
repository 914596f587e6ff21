package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.JarScanConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which jars are looked through, in the words of Tomcat's JarScanFilter. */
class JarNamesTest {
    @ParameterizedTest
    @CsvSource({
        "a.jar, a.jar, true",
        "a.jar, b.jar, false",
        "a*.jar, a.jar, true",
        "a*.jar, ab-1.jar, true",
        "a*.jar, b-a.jar, false",
        "a?.jar, ab.jar, true",
        "a?.jar, a.jar, false",
        "*, x.jar, true",
        "*a*b.jar, xaab.jar, true",
        "*a*b.jar, xb.jar, false",
        "a*, '', false"
    })
    void patternsHaveStarsAndQuestionMarks(String pattern, String name, boolean matches) {
        assertThat(new JarNames(List.of(pattern), List.of(), true).scans(name)).isEqualTo(!matches);
    }

    @Test
    void whatIsToBeScannedCountsMoreThanWhatIsSkipped() {
        JarNames names = new JarNames(List.of("a*"), List.of("ab*"), true);
        assertThat(names.scans("a.jar")).isFalse();
        assertThat(names.scans("ab.jar")).isTrue();
        assertThat(names.scans("c.jar")).isTrue();
    }

    @Test
    void whereNoneIsScannedByDefaultOnlyThoseNamedAreUnlessSkipped() {
        JarNames names = new JarNames(List.of("ab*"), List.of("a*"), false);
        assertThat(names.scans("a.jar")).isTrue();
        assertThat(names.scans("ab.jar")).isFalse();
        assertThat(names.scans("c.jar")).isFalse();
    }

    @Test
    void wellKnownJarsAreSkippedInAllVersionsButNotThoseOfANameThatOnlyBeginsAlike() {
        ScanFilter filter = ScanFilter.of(JarScanConfig.DEFAULT);
        assertThat(filter.skipsClasses(Path.of("guava.jar"))).isTrue();
        assertThat(filter.skipsClasses(Path.of("lib/guava-33.5.0-jre.jar"))).isTrue();
        assertThat(filter.skipsClasses(Path.of("guava-servlets-1.jar"))).isFalse();
        assertThat(filter.skipsClasses(Path.of("spring-web-7.0.9.jar"))).isFalse();
        assertThat(filter.tagLibraries().scans("hibernate-core-7.4.5.Final.jar")).isFalse();
    }

    @Test
    void aListOfTheConfigurationTakesThePlaceOfTheKnownOne() {
        ScanFilter filter =
                ScanFilter.of(new JarScanConfig("x*.jar, y.jar", "xy.jar", true, null, null, true));
        assertThat(filter.skipsClasses(Path.of("guava-33.jar"))).isFalse();
        assertThat(filter.skipsClasses(Path.of("x1.jar"))).isTrue();
        assertThat(filter.skipsClasses(Path.of("y.jar"))).isTrue();
        assertThat(filter.skipsClasses(Path.of("xy.jar"))).isFalse();
    }
}
