package dev.serval.classpath;

import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.saying;
import static dev.serval.webapp.Compiled.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries add URLs by reflection, where the JVM has opened the package of URLClassLoader. */
class ClassPathLoaderTest {
    @TempDir Path temp;

    private static final class Adding extends ClassPathLoader {
        Adding(Path jar) throws IOException {
            super(null, List.of(JarPart.open(jar)), null);
        }
    }

    @Test
    void urlsThatAProgramAddsCount() throws Exception {
        Path own = jar(temp.resolve("a.jar"), text("m.txt", "own"));
        Path more = jar(temp.resolve("m.jar"), saying(temp, "a.More", "more"), text("m.txt", "m"));
        URL added = more.toUri().toURL();
        try (Adding loader = new Adding(own)) {
            assertThat(loader.getURLs()).containsExactly(own.toUri().toURL());

            loader.addURL(added);

            assertThat(loader.getURLs()).containsExactly(own.toUri().toURL(), added);
            assertThat(loader.loadClass("a.More").getMethod("where").invoke(null))
                    .isEqualTo("more");
            assertThat(Collections.list(loader.getResources("m.txt"))).hasSize(2);
            assertThat(loader.getResource("a/More.class")).isNotNull();
            try (InputStream in = loader.getResourceAsStream("m.txt")) {
                assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("own");
            }
        }
    }
}
