package dev.serval.webapp;

import static dev.serval.webapp.Compiled.classes;
import static dev.serval.webapp.Compiled.files;
import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications for Java EE are told what to do, and nobody else is. */
class JavaxServletTest {
    private static final String API = "package javax.servlet; public interface Servlet {}";
    private static final String SERVICES = "META-INF/services/";
    private static final String INITIALIZER = ".servlet.ServletContainerInitializer";

    @TempDir Path temp;
    private Path own;
    private Path lib;

    @BeforeEach
    void application() throws IOException {
        own = Files.createDirectories(temp.resolve("shop/WEB-INF/classes"));
        lib = Files.createDirectories(temp.resolve("shop/WEB-INF/lib"));
    }

    private Optional<String> found() throws IOException {
        try (WebappClassLoader loader =
                new WebappClassLoader(
                        temp.resolve("shop"), List.of(), getClass().getClassLoader())) {
            return JavaxServlet.found(loader);
        }
    }

    private Map<String, byte[]> oldServlet() throws IOException {
        Map<String, byte[]> classes =
                classes(
                        temp,
                        "javax/servlet/Servlet",
                        API,
                        "shop/Old",
                        "package shop; public class Old implements javax.servlet.Servlet {}");
        classes.keySet().removeIf(name -> name.startsWith("javax/"));
        return classes;
    }

    private Map<String, byte[]> newServlet() throws IOException {
        return classes(
                temp,
                "shop/New",
                "package shop; public class New extends jakarta.servlet.http.HttpServlet {}");
    }

    @Test
    void oldServletIsOneSentenceThatSaysWhatToDo() throws Exception {
        files(own, oldServlet());

        String sentence = found().orElseThrow();

        assertThat(sentence)
                .contains("javax.servlet (shop/Old.class)")
                .contains("Migration Tool for Jakarta EE")
                .endsWith("to jakarta.servlet.")
                .doesNotContain("\n");
        assertThat(sentence.substring(0, sentence.length() - 1)).doesNotContain(". ");
    }

    @Test
    void newServletIsFine() throws Exception {
        files(own, newServlet());

        assertThat(found()).isEmpty();
    }

    @Test
    void applicationWithBothIsFine() throws Exception {
        files(own, oldServlet());
        files(own, newServlet());

        assertThat(found()).isEmpty();
    }

    @Test
    void oldClassesInALibraryAreFine() throws Exception {
        jar(lib.resolve("old.jar"), oldServlet());

        assertThat(found()).isEmpty();
    }

    @Test
    void libraryThatStartsByTheOldApiIsNamed() throws Exception {
        jar(lib.resolve("spring-web-5.jar"), text(SERVICES + "javax" + INITIALIZER, "x.Y"));

        assertThat(found().orElseThrow()).contains("(spring-web-5.jar)");
    }

    @Test
    void libraryForBothIsFine() throws Exception {
        jar(
                lib.resolve("log.jar"),
                text(SERVICES + "javax" + INITIALIZER, "x.Y"),
                text(SERVICES + "jakarta" + INITIALIZER, "x.Z"));

        assertThat(found()).isEmpty();
    }

    @Test
    void namesOfAttributesAreNoUse() throws Exception {
        files(
                own,
                classes(
                        temp,
                        "shop/A",
                        "package shop; public class A {"
                                + " String s = \"javax.servlet.forward.request_uri\"; }"));

        assertThat(found()).isEmpty();
    }

    @Test
    void descriptorsOfMethodsAreAUse() throws Exception {
        Map<String, byte[]> classes =
                classes(
                        temp,
                        "javax/servlet/Servlet",
                        API,
                        "shop/M",
                        "package shop; abstract class M {"
                                + " long big = 12345678901L; double d = 0.123;"
                                + " abstract void m(int i, javax.servlet.Servlet s); }");
        classes.keySet().removeIf(name -> name.startsWith("javax/"));
        files(own, classes);

        assertThat(found().orElseThrow()).contains("shop/M.class");
    }

    @Test
    void damagedClassesAreLeftToTheirLoading() throws Exception {
        Files.write(own.resolve("A.class"), new byte[] {1, 2, 3});
        Files.write(own.resolve("B.class"), new byte[0]);

        assertThat(found()).isEmpty();
    }

    @Test
    void emptyApplicationIsFine() throws Exception {
        assertThat(found()).isEmpty();
    }
}
