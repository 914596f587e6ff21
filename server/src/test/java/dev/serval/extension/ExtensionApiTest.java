package dev.serval.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.lifecycle.ContextClassLoader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an extension may show applications. */
class ExtensionApiTest {
    private static Set<String> shown = Set.of();

    @TempDir private Path temporary;

    /** Shows what the test says. */
    public static final class Showing implements Extension {
        @Override
        public List<Offer<?>> offers() {
            return List.of();
        }

        @Override
        public Set<String> api() {
            return shown;
        }
    }

    private Set<String> api(Set<String> names) throws Exception {
        shown = names;
        Path list = temporary.resolve("META-INF/services/" + Extension.class.getName());
        Files.createDirectories(list.getParent());
        Files.writeString(list, Showing.class.getName());
        URL[] urls = {temporary.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            ClassLoader before = ContextClassLoader.enter(loader);
            try {
                return Extensions.onClassPath().api().keySet();
            } finally {
                ContextClassLoader.leave(before);
            }
        }
    }

    @Test
    void itShowsItsOwnPackagesAndThoseOfJakartaThatTheServerDoesNotHave() throws Exception {
        Set<String> own =
                Set.of("com.example", "jakarta.websocket", "dev.serval.extension.provider");
        assertThat(api(own)).isEqualTo(own);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jakarta.servlet",
                "jakarta.servlet.http",
                "jakarta.annotation",
                "java.util",
                "javax.sql",
                "org.slf4j",
                "dev.serval.http",
                "dev.serval.extension"
            })
    void itShowsNothingOfTheServers(String name) {
        assertThatThrownBy(() -> api(Set.of(name)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the package " + name + ", which is not its own");
    }
}
