package dev.serval.extension;

import static dev.serval.webapp.Compiled.classes;
import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.saying;
import static dev.serval.webapp.Compiled.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtensionLoaderTest {
    private static final String SERVICE = "META-INF/services/dev.serval.extension.Extension";

    @TempDir Path temp;

    /** A jar with an extension whose one offer is a valve, described by an expression. */
    private void drop(String name, String description, String library) throws IOException {
        drop(name, description, library, "");
    }

    private void drop(String name, String description, String library, String constructor)
            throws IOException {
        String source =
                """
                package %1$s;
                import dev.serval.extension.*;
                import dev.serval.settings.AttributeTable;
                import java.util.List;
                public final class Offering implements Extension {
                    %3$s
                    @Override public List<Offer<?>> offers() {
                        String description = String.valueOf(%2$s);
                        return List.of(Offer.of(
                                Kind.VALVE,
                                new AttributeTable("Valve", description, List.of()),
                                settings -> null,
                                "%1$s.Valve"));
                    }
                }
                """
                        .formatted(name, description, constructor);
        jar(
                temp.resolve(Extensions.FOLDER).resolve(name + ".jar"),
                classes(temp, name + "/Offering", source),
                saying(temp, "library.Version", library),
                text(SERVICE, name + ".Offering"));
    }

    private static String description(Extensions extensions, String valve) {
        return extensions.offers(Kind.VALVE).get(valve).declaration().get().table().doc();
    }

    /** Says which version of a library there is, without which it is compiled. */
    private static String version() {
        String version = "Class.forName(\"library.Version\").getMethod(\"where\").invoke(null)";
        return "new Object() { public String toString() { try { return (String) "
                + version
                + "; } catch (ReflectiveOperationException e) { return e.toString(); } } }";
    }

    @Test
    void theJarThatNamesAnExtensionIsSearchedFirst() throws Exception {
        drop("named", version(), "its own");
        Path folder = temp.resolve(Extensions.FOLDER);
        Path several = Files.createDirectory(folder.resolve("several"));
        Files.move(folder.resolve("named.jar"), several.resolve("named.jar"));
        for (String name : List.of("a.jar", "z.jar")) {
            jar(several.resolve(name), saying(temp, "library.Version", name));
        }
        try (Extensions extensions = Extensions.in(temp)) {
            assertThat(description(extensions, "named.Valve")).isEqualTo("its own");
        }
    }

    @Test
    void twoExtensionsBringDifferentVersionsOfOneLibrary() throws Exception {
        drop("one", version(), "version 1");
        drop("two", version(), "version 2");
        try (Extensions extensions = Extensions.in(temp)) {
            assertThat(description(extensions, "one.Valve")).isEqualTo("version 1");
            assertThat(description(extensions, "two.Valve")).isEqualTo("version 2");
        }
    }

    @Test
    void aClassOfTheSpiIsTheServers() throws Exception {
        drop("one", "dev.serval.valve.address.AddressRule.of(\"::1\", null).allows(\"::1\")", "");
        try (Extensions extensions = Extensions.in(temp)) {
            assertThat(description(extensions, "one.Valve")).isEqualTo("true");
        }
    }

    @Test
    void aClassThatIsNotOfTheSpiIsNamedAsMissing() throws Exception {
        drop("one", "dev.serval.config.ServerXml.class", "");

        assertThatThrownBy(() -> Extensions.in(temp))
                .isInstanceOf(ExtensionException.class)
                .hasRootCauseInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("one.jar cannot be")
                .hasMessageContaining("dev.serval.config.ServerXml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "public Offering() { throw new IllegalStateException(\"no licence\"); }|the"
                        + " constructor of one.Offering threw java.lang.IllegalStateException: no"
                        + " licence",
                "private Offering() {}|one.Offering has no public constructor without parameters",
            })
    void anExtensionThatCannotBeMadeIsRefusedWithTheReason(String constructor, String reason)
            throws Exception {
        drop("one", "\"\"", "", constructor);
        assertThatThrownBy(() -> Extensions.in(temp))
                .isInstanceOf(ExtensionException.class)
                .hasMessageContaining("one.jar cannot be loaded: " + reason + "; the server");
    }
}
