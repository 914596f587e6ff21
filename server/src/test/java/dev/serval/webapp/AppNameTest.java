package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of files and the paths that they mean. */
class AppNameTest {
    @ParameterizedTest
    @CsvSource({
        "ROOT, '', '', /",
        "shop, /shop, '', /shop",
        "Shop, /Shop, '', /Shop",
        "foo#bar, /foo/bar, '', /foo/bar",
        "a#b#c, /a/b/c, '', /a/b/c",
        "shop##2, /shop, 2, /shop##2",
        "ROOT##001, '', 001, /##001",
        "foo#bar##1.0-rc1, /foo/bar, 1.0-rc1, /foo/bar##1.0-rc1",
        "a.b, /a.b, '', /a.b",
    })
    void aNameIsAPathAndAVersion(String base, String path, String version, String shown) {
        AppName name = AppName.of(base);
        assertThat(name).isEqualTo(new AppName(base, path, version));
        assertThat(name.shown()).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#a", "a#", "a;b", "a%41", "a?b", "a*", "shop##", "##", "a#.b", "a\\b"})
    void someNamesAreNoPaths(String base) {
        assertThat(AppName.of(base)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {".git", "META-INF", "web-inf", ".shop.war"})
    void someAreNeverLookedAt(String name) {
        assertThat(AppName.isHidden(name)).isTrue();
    }

    @Test
    void aPathHasAName() {
        assertThat(AppName.ofPath("/foo/bar").base()).isEqualTo("foo#bar");
        assertThat(AppName.ofPath("").base()).isEqualTo("ROOT");
    }
}
