package dev.serval.webapp;

import static dev.serval.webapp.Compiled.classes;
import static dev.serval.webapp.Compiled.files;
import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private final List<String> warnings = new ArrayList<>();

    private Optional<String> found() throws IOException {
        Path shop = temp.resolve("shop");
        try (WebappClassLoader loader =
                new WebappClassLoader(shop, List.of(), getClass().getClassLoader())) {
            WebApplication read =
                    WebApplication.read(Sources.of(shop, DefaultDescriptors.NONE), loader);
            assertThat(read.errors()).isEmpty();
            read.problems().forEach(problem -> warnings.add(problem.toString()));
            return read.needsJavax();
        }
    }

    private void descriptor(String content) throws IOException {
        Files.writeString(
                temp.resolve("shop/WEB-INF/web.xml"),
                "<web-app version='6.1'>" + content + "</web-app>");
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
        assertThat(warnings).isEmpty();
    }

    @Test
    void oldClassOfALibraryThatTheDescriptorMapsCounts() throws Exception {
        jar(lib.resolve("old.jar"), oldServlet());
        files(own, newServlet());
        descriptor(
                "<servlet><servlet-name>a</servlet-name><servlet-class>shop.Old</servlet-class>"
                        + "</servlet>");

        assertThat(found().orElseThrow()).contains("javax.servlet (shop/Old.class)");
    }

    @Test
    void oldListenerOfAFragmentCounts() throws Exception {
        Map<String, byte[]> all = oldServlet();
        all.putAll(
                Map.of(
                        "META-INF/web-fragment.xml",
                        ("<web-fragment version='6.1'><listener><listener-class>shop.Old"
                                        + "</listener-class></listener></web-fragment>")
                                .getBytes(StandardCharsets.UTF_8)));
        jar(lib.resolve("old.jar"), all);

        assertThat(found().orElseThrow()).contains("javax.servlet (shop/Old.class)");
    }

    /** As Apache Jena Fuseki 5 with log4j-web, which is for Java EE and is missed by nobody. */
    @Test
    void initializerOfALibraryIsNotCalledAndToldInOneWarning() throws Exception {
        files(own, newServlet());
        descriptor(
                "<servlet><servlet-name>a</servlet-name><servlet-class>shop.New</servlet-class>"
                        + "</servlet>");
        jar(
                lib.resolve("log4j-web.jar"),
                text(SERVICES + "javax" + INITIALIZER, "# ours\norg.log.Starts # it\n"));
        jar(lib.resolve("other.jar"), text(SERVICES + "javax" + INITIALIZER, "x.Y"));

        assertThat(found()).isEmpty();
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith("shop/WEB-INF/lib: is in part for javax.servlet")
                .contains("not called: org.log.Starts of log4j-web.jar; x.Y of other.jar; where")
                .contains("jakarta.servlet");
    }

    @Test
    void classOfTheApplicationThatNobodyRegistersIsAWarning() throws Exception {
        files(own, oldServlet());
        jar(lib.resolve("new.jar"), newServlet());
        descriptor("<listener><listener-class>shop.New</listener-class></listener>");

        assertThat(found()).isEmpty();
        assertThat(warnings).singleElement().asString().contains("shop/Old.class, which nothing");
    }

    @Test
    void annotatedClassOfTheApplicationCounts() throws Exception {
        Map<String, byte[]> all =
                classes(
                        temp,
                        "javax/servlet/annotation/WebServlet",
                        "package javax.servlet.annotation; public @interface WebServlet {}",
                        "shop/Old",
                        "package shop; @javax.servlet.annotation.WebServlet public class Old {}");
        all.keySet().removeIf(name -> name.startsWith("javax/"));
        files(own, all);
        jar(lib.resolve("new.jar"), newServlet());
        descriptor("<listener><listener-class>shop.New</listener-class></listener>");

        assertThat(found().orElseThrow()).contains("(shop/Old.class)");
    }

    /** Where nothing of today's API calls the application, nobody would. */
    @Test
    void libraryThatAloneStartsTheApplicationIsNamed() throws Exception {
        files(own, classes(temp, "shop/Start", "package shop; public class Start {}"));
        jar(lib.resolve("spring-web-5.jar"), text(SERVICES + "javax" + INITIALIZER, "x.Y"));

        assertThat(found().orElseThrow()).contains("(spring-web-5.jar)");
    }

    @Test
    void filesBesideALibraryForTheOldApiAreServed() throws Exception {
        jar(lib.resolve("spring-web-5.jar"), text(SERVICES + "javax" + INITIALIZER, "x.Y"));

        assertThat(found()).isEmpty();
        assertThat(warnings).singleElement().asString().contains("x.Y of spring-web-5.jar");
    }

    @Test
    void initializerThatTheApplicationItselfListsCounts() throws Exception {
        files(own, newServlet());
        files(own, text(SERVICES + "javax" + INITIALIZER, "x.Y"));

        assertThat(found().orElseThrow()).contains("javax.servlet.ServletContainerInitializer)");
    }

    @Test
    void libraryForBothIsFine() throws Exception {
        jar(
                lib.resolve("log.jar"),
                text(SERVICES + "javax" + INITIALIZER, "x.Y"),
                text(SERVICES + "jakarta" + INITIALIZER, ""));

        assertThat(found()).isEmpty();
        assertThat(warnings).isEmpty();
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
