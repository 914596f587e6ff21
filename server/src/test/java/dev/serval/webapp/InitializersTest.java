package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitializersTest {
    @TempDir private Path base;

    public static final class OfServer implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> types, ServletContext context) {}
    }

    public static final class OfLib implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> types, ServletContext context) {}
    }

    @Test
    void thoseOfTheServerAndOfLibAreLeftOutByTheirNames() throws Exception {
        assertThat(found(null)).contains(OfServer.class.getName(), OfLib.class.getName());
        assertThat(found("OfServer"))
                .contains(OfLib.class.getName())
                .doesNotContain(OfServer.class.getName());
        assertThat(found("OfLib"))
                .contains(OfServer.class.getName())
                .doesNotContain(OfLib.class.getName());
    }

    private List<String> found(String left) throws Exception {
        Path list =
                base.resolve("META-INF/services/" + ServletContainerInitializer.class.getName());
        Files.createDirectories(list.getParent());
        Files.writeString(list, OfLib.class.getName());
        Sources sources =
                new Sources(
                        "a",
                        null,
                        List.of(),
                        List.of(),
                        DefaultDescriptors.NONE,
                        IndexCache.NONE,
                        null,
                        ScanFilter.NONE,
                        null,
                        List.of(new OfServer()),
                        left == null ? null : Pattern.compile(left),
                        null,
                        null);
        try (URLClassLoader lib =
                        new URLClassLoader(
                                new URL[] {base.toUri().toURL()}, getClass().getClassLoader());
                URLClassLoader own = new URLClassLoader(new URL[0], lib)) {
            return new Initializers(own, new Problems())
                    .find(sources, List.of(), null).stream()
                            .map(Initializers.Initializer::className)
                            .toList();
        }
    }
}
