package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servlet 6.1 §4.6: what ServletContext says of META-INF/resources in jars. */
class JarFilesOfContextTest {
    @TempDir Path temp;
    private Path base;
    private Path jar;
    private AppContext context;

    @BeforeEach
    void application() throws IOException {
        base = Files.createDirectory(temp.resolve("app"));
        Files.createDirectories(base.resolve("css"));
        Files.writeString(base.resolve("css/own.css"), "own");
        jar = temp.resolve("lib.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : new String[] {"css/lib.css", "css/own.css", "WEB-INF/tag.txt"}) {
                zip.putNextEntry(new ZipEntry("META-INF/resources/" + name));
                zip.write("jar".getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        context = AppContext.builder("/app").docBase(base).resourceJar(jar).build();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private static String text(InputStream stream) throws IOException {
        try (InputStream in = stream) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void streamsComeFromTheDirectoryFirst() throws IOException {
        assertThat(text(context.servletContext().getResourceAsStream("/css/own.css")))
                .isEqualTo("own");
        assertThat(text(context.servletContext().getResourceAsStream("/css/lib.css")))
                .isEqualTo("jar");
        assertThat(context.servletContext().getResourceAsStream("/css/none.css")).isNull();
        assertThat(context.servletContext().getResourceAsStream("/css")).isNull();
    }

    @Test
    void urlsReadWhatTheyName() throws IOException {
        assertThat(text(context.servletContext().getResource("/css/lib.css").openStream()))
                .isEqualTo("jar");
        assertThat(context.servletContext().getResource("/css/own.css").getProtocol())
                .isEqualTo("file");
        assertThat(context.servletContext().getResource("/css/none.css")).isNull();
        assertThat(context.servletContext().getResource("/css/lib.css/")).isNull();
    }

    @Test
    void membersAreThoseOfBoth() {
        assertThat(context.servletContext().getResourcePaths("/css/"))
                .containsExactlyInAnyOrder("/css/lib.css", "/css/own.css");
        assertThat(context.servletContext().getResourcePaths("/")).contains("/css/", "/WEB-INF/");
    }

    @Test
    void privateFilesAreSeenByTheApplicationOnly() throws IOException {
        assertThat(text(context.servletContext().getResourceAsStream("/WEB-INF/tag.txt")))
                .isEqualTo("jar");
        assertThat(context.application().files().hasFile("/WEB-INF/tag.txt")).isFalse();
        assertThat(context.application().files().hasFile("/css/lib.css")).isTrue();
    }

    @Test
    void whatIsInAJarHasNoRealPath() {
        assertThat(context.servletContext().getRealPath("/css/lib.css")).isNull();
        assertThat(context.servletContext().getRealPath("/css/own.css")).endsWith("own.css");
        assertThat(context.servletContext().getRealPath("/new.txt")).endsWith("new.txt");
    }

    @Test
    void damagedJarIsNamedWhenTheContextIsBuilt() throws IOException {
        Path damaged = Files.writeString(temp.resolve("bad.jar"), "no jar");

        assertThatThrownBy(() -> AppContext.builder("/x").resourceJar(damaged).build())
                .hasMessageStartingWith("bad.jar ");
    }

    @Test
    void stopClosesTheJarAlsoWhenItWasNeverStarted() {
        assertThat(context.servletContext().getResourceAsStream("/css/lib.css")).isNotNull();

        context.stop();

        assertThat(context.servletContext().getResourceAsStream("/css/lib.css")).isNull();
    }
}
