package dev.serval.webapp;

import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.saying;
import static dev.serval.webapp.Compiled.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all applications of an installed server see. */
class SharedLoaderTest {
    @TempDir Path temp;
    private Path lib;

    @BeforeEach
    void directory() throws IOException {
        lib = Files.createDirectory(temp.resolve("lib"));
    }

    @Test
    void usersJarsAreSeen() throws Exception {
        jar(lib.resolve("jdbc.jar"), saying(temp, "a.One", "lib"), text("a.txt", "x"));
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of())) {
            assertThat(shared.loadClass("a.One").getClassLoader()).isSameAs(shared);
            assertThat(shared.getResource("a.txt")).isNotNull();
        }
    }

    @Test
    void serversJarsAreNot() throws Exception {
        jar(lib.resolve("serval-server.jar"), saying(temp, "a.One", "lib"));
        try (SharedLoader shared =
                SharedLoader.of(List.of(lib), Set.of(lib.resolve("serval-server.jar")))) {
            assertThatThrownBy(() -> shared.loadClass("a.One"))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void theFirstDirectoryComesFirstAndHidesNoneOfTheOthers() throws Exception {
        Path base = Files.createDirectory(temp.resolve("base"));
        jar(base.resolve("z.jar"), text("a.txt", "base"));
        jar(lib.resolve("a.jar"), text("a.txt", "home"), text("b.txt", "home"));
        try (SharedLoader shared = SharedLoader.of(List.of(base, lib), List.of())) {
            assertThat(shared.getResource("a.txt").toString()).contains("z.jar");
            assertThat(shared.getResource("b.txt")).isNotNull();
        }
    }

    @Test
    void missingDirectoryIsEmpty() throws Exception {
        try (SharedLoader shared = SharedLoader.of(List.of(temp.resolve("none")), List.of())) {
            assertThat(shared.getURLs()).isEmpty();
        }
    }

    @Test
    void damagedJarIsLeftOut() throws Exception {
        Files.writeString(lib.resolve("a.jar"), "no jar");
        jar(lib.resolve("b.jar"), saying(temp, "a.One", "lib"));
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of())) {
            assertThat(shared.getURLs()).hasSize(1);
            assertThat(shared.loadClass("a.One")).isNotNull();
        }
    }

    @Test
    void servletApiIsTheServers() throws Exception {
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of())) {
            assertThat(shared.loadClass("jakarta.servlet.Servlet"))
                    .isSameAs(jakarta.servlet.Servlet.class);
        }
    }

    @Test
    void slf4jOfTheServerIsHidden() throws Exception {
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of())) {
            assertThatThrownBy(() -> shared.loadClass("org.slf4j.LoggerFactory"))
                    .isInstanceOf(ClassNotFoundException.class);
            assertThat(shared.getResource("org/slf4j/LoggerFactory.class")).isNull();
        }
    }

    @Test
    void slf4jOfTheUsersIsSeenByApplications() throws Exception {
        jar(lib.resolve("slf4j.jar"), saying(temp, "org.slf4j.Logger", "lib"));
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of());
                WebappClassLoader loader = new WebappClassLoader(null, List.of(), shared)) {
            assertThat(loader.loadClass("org.slf4j.Logger").getClassLoader()).isSameAs(shared);
        }
    }

    @Test
    void servicesOfTheServerAreHiddenWhateverTheyAreFor() throws Exception {
        // Logback's jar lists an initializer for applications, which would stop the server's log.
        ClassLoader server = getClass().getClassLoader();
        String provider = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
        String initializer = "META-INF/services/jakarta.servlet.ServletContainerInitializer";
        assertThat(server.getResource(provider)).isNotNull();
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of());
                WebappClassLoader loader = new WebappClassLoader(null, List.of(), shared)) {
            for (String service : List.of(provider, initializer)) {
                assertThat(loader.getResource(service)).isNull();
                assertThat(Collections.list(loader.getResources(service))).isEmpty();
            }
        }
    }

    @Test
    void servicesOfUsersJarsAreSeen() throws Exception {
        jar(lib.resolve("jdbc.jar"), text("META-INF/services/java.sql.Driver", "a.D"));
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of());
                WebappClassLoader loader = new WebappClassLoader(null, List.of(), shared)) {
            assertThat(Collections.list(loader.getResources("META-INF/services/java.sql.Driver")))
                    .hasSize(1);
        }
    }

    @Test
    void contextsAndFileServletOfTheServerAreSeen() throws Exception {
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of())) {
            assertThat(shared.loadClass("dev.serval.files.DefaultServlet"))
                    .isSameAs(dev.serval.files.DefaultServlet.class);
            assertThat(shared.loadClass("dev.serval.servlet.AppContext"))
                    .isSameAs(dev.serval.servlet.AppContext.class);
        }
    }

    @Test
    void onlyExportedPackagesAreShown() throws Exception {
        Path descriptor =
                Path.of(
                                SharedLoader.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                        .resolve("module-info.class");
        Set<String> exported;
        try (var in = Files.newInputStream(descriptor)) {
            exported =
                    ModuleDescriptor.read(in).exports().stream()
                            .map(export -> export.source() + ".")
                            .collect(Collectors.toSet());
        }

        assertThat(exported).containsAll(ServerClasses.SHOWN);
    }

    @Test
    void whatAnExtensionShowsComesFirstAndTheFilesOfClassesFollowThem() throws Exception {
        Path shown =
                jar(
                        temp.resolve("extension.jar"),
                        saying(temp, "shown.One", "extension"),
                        text("shown/a.txt", "extension"));
        Path own =
                jar(
                        temp.resolve("own.jar"),
                        saying(temp, "shown.One", "own"),
                        text("shown/a.txt", "own"));
        try (URLClassLoader extension = new URLClassLoader(Jars.urls(List.of(shown)), null);
                SharedLoader shared =
                        SharedLoader.of(List.of(lib), List.of(), Map.of("shown", extension));
                WebappClassLoader loader = new WebappClassLoader(null, List.of(own), shared)) {
            assertThat(loader.loadClass("shown.One").getClassLoader()).isSameAs(extension);
            assertThat(loader.getResource("shown/One.class").toString()).contains("extension.jar");
            assertThat(Collections.list(loader.getResources("shown/One.class"))).hasSize(2);
            assertThat(loader.getResource("shown/a.txt").toString()).contains("own.jar");
            assertThat(shared.getResource("shown/a.txt").toString()).contains("extension.jar");
            assertThat(shared.getResource("shown/none.txt")).isNull();
        }
    }

    @Test
    void singleClassesOfAnExtensionAreShownAndListsOfItsProviders() throws Exception {
        String list = "META-INF/services/shown.Service";
        Path jar =
                jar(
                        temp.resolve("extension.jar"),
                        saying(temp, "inner.One", "extension"),
                        saying(temp, "inner.Two", "extension"),
                        text(list, "inner.One"));
        try (URLClassLoader extension = new URLClassLoader(Jars.urls(List.of(jar)), null);
                SharedLoader shared =
                        SharedLoader.of(
                                List.of(lib),
                                List.of(),
                                Map.of("shown", extension, "inner.One", extension));
                WebappClassLoader loader = new WebappClassLoader(null, List.of(), shared)) {
            assertThat(loader.loadClass("inner.One").getClassLoader()).isSameAs(extension);
            assertThat(loader.getResource("inner/One.class")).isNotNull();
            assertThatThrownBy(() -> loader.loadClass("inner.Two"))
                    .isInstanceOf(ClassNotFoundException.class);
            assertThat(Collections.list(loader.getResources(list))).hasSize(1);
        }
    }

    @Test
    void anApplicationThatBringsAnEngineSeesNothingOfTheServers() throws Exception {
        Path ours =
                jar(
                        temp.resolve("extension.jar"),
                        saying(temp, "jakarta.el.One", "extension"),
                        text("META-INF/services/jakarta.el.One", "extension"));
        Path own =
                jar(
                        temp.resolve("own.jar"),
                        saying(temp, "org.apache.jasper.servlet.JspServlet", "own"));
        try (URLClassLoader extension = new URLClassLoader(Jars.urls(List.of(ours)), null);
                SharedLoader shared =
                        SharedLoader.of(List.of(lib), List.of(), Map.of("jakarta.el", extension));
                WebappClassLoader one = new WebappClassLoader(null, List.of(own), shared);
                WebappClassLoader other = new WebappClassLoader(null, List.of(), shared)) {
            assertThatThrownBy(() -> one.loadClass("jakarta.el.One"))
                    .isInstanceOf(ClassNotFoundException.class);
            assertThat(Collections.list(one.getResources("META-INF/services/jakarta.el.One")))
                    .isEmpty();
            assertThat(other.loadClass("jakarta.el.One").getClassLoader()).isSameAs(extension);
        }
    }

    @Test
    void applicationsWinOverUsersJars() throws Exception {
        jar(lib.resolve("a.jar"), saying(temp, "a.One", "lib"));
        Path own = jar(temp.resolve("own.jar"), saying(temp, "a.One", "own"));
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of());
                WebappClassLoader loader = new WebappClassLoader(null, List.of(own), shared)) {
            assertThat(loader.loadClass("a.One").getClassLoader()).isSameAs(loader);
        }
    }

    @Test
    void twoApplicationsShareAClassOfTheUsersJars() throws Exception {
        jar(lib.resolve("a.jar"), saying(temp, "a.One", "lib"));
        try (SharedLoader shared = SharedLoader.of(List.of(lib), List.of());
                WebappClassLoader one = new WebappClassLoader(null, List.of(), shared);
                WebappClassLoader two = new WebappClassLoader(null, List.of(), shared)) {
            assertThat(one.loadClass("a.One")).isSameAs(two.loadClass("a.One"));
        }
    }
}
