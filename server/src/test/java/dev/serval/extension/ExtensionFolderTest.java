package dev.serval.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.classpath.JarPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which jars are looked into: those that nobody else can change, with all that they bring. */
class ExtensionFolderTest {
    private static final String NEXT = "is not an extension: no jar of it names a class";

    @TempDir private Path temporary;
    private Path base;
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        base = temporary.toRealPath();
        folder = Files.createDirectories(base.resolve(Extensions.FOLDER));
    }

    @Test
    void whatNobodyElseCanChangeIsLookedInto() throws IOException {
        jar(folder.resolve("a.jar"), "b.jar c.jar");
        assertRefused(NEXT);
    }

    @Test
    void aJarThatAGroupCanChangeIsNot() throws IOException {
        Path jar = jar(folder.resolve("a.jar"), "");
        permit(jar, "rw-rw-r--");
        assertRefused("SRV-0853 The extension " + jar + " can be changed by the group ");
    }

    @Test
    void aFolderThatAGroupCanChangeIsNot() throws IOException {
        jar(folder.resolve("a.jar"), "");
        permit(folder, "rwxrwxr-x");
        assertRefused("SRV-0853 The extension " + folder + " can be changed by the group ");
    }

    @Test
    void theFolderThatALinkLeadsToCountsToo() throws IOException {
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
        Path jar = jar(elsewhere.resolve("a.jar"), "");
        Files.createSymbolicLink(folder.resolve("a.jar"), jar);
        assertRefused(NEXT);
        permit(elsewhere, "rwxrwxrwx");
        assertRefused("SRV-0853 The extension " + elsewhere + " can be changed by everybody and");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x.jar", "x.jar", "file:"})
    void aManifestLeadsNowhere(String classPath) throws Exception {
        Path library = jar(base.resolve(Extensions.FOLDER + "/../x.jar"), "");
        Files.copy(library, folder.resolve("x.jar"));
        String named = classPath.equals("file:") ? library.toUri().toString() : classPath;
        Path jar = jar(folder.resolve("a.jar"), named);
        try (ExtensionLoader loader =
                new ExtensionLoader("a.jar", List.of(JarPart.openUnchecked(jar)))) {
            assertThat(loader.getResource("META-INF/MANIFEST.MF").toString()).contains("/a.jar!/");
            assertThat(Collections.list(loader.findResources("META-INF/MANIFEST.MF"))).hasSize(1);
        }
    }

    @Test
    void aListThatNamesNoClassIsRefusedWithAHint() throws IOException {
        listing(folder.resolve("a.jar"), "a.Missing");
        assertRefused(
                "SRV-0852 The extension " + folder.resolve("a.jar") + " cannot be loaded (an");
        assertRefused("): it has no class a.Missing, which " + Providers.FILE + " names; the");
    }

    @Test
    void aListThatNamesAnotherClassIsRefused() throws IOException {
        listing(folder.resolve("a.jar"), "java.lang.String");
        assertRefused(
                "a.jar cannot be loaded: java.lang.String is no " + Extension.class.getName());
    }

    @Test
    void aListHasOneNameALineAndComments() throws IOException {
        Path jar = listing(folder.resolve("a.jar"), "# mine\r\n a.B # first\n\n\ta.C\na.B\n#a.D");
        assertThat(Providers.in(jar)).containsExactly("a.B", "a.C");
        assertThat(Providers.in(jar(folder.resolve("b.jar"), ""))).isEmpty();
    }

    private static Path listing(Path file, String list) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new JarEntry(Providers.FILE));
            jar.write(list.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> Extensions.in(base))
                .isInstanceOf(ExtensionException.class)
                .hasMessageContaining(message);
    }

    private static void permit(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static Path jar(Path file, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file;
    }
}
