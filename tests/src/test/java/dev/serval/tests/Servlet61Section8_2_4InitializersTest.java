package dev.serval.tests;

import static dev.serval.tests.AppDirectory.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Initializers of libraries, what they are given, and the libraries that count. */
@OnBioAndNio
final class Servlet61Section8_2_4InitializersTest {
    private static final String SERVICES =
            "META-INF/services/jakarta.servlet.ServletContainerInitializer";

    @TempDir static Path directory;
    private static AppServer apps;

    @Parameter ServletUnderTest server;

    // ---- what initializers look for

    @Retention(RetentionPolicy.RUNTIME)
    public @interface Marked {}

    public interface Contract {}

    public interface SubContract extends Contract {}

    public abstract static class Implementing implements SubContract {}

    public static final class BySuperclass extends Implementing {}

    public static class Base {}

    public static final class Extending extends Base {}

    @Marked
    public static final class OnType {}

    public static final class OnMethod {
        @Marked
        void method() {}
    }

    public static final class OnField {
        @Marked int field;
    }

    public static final class OnNothing {}

    /** Its superclass is in no library of the application. */
    public static final class Broken extends Missing implements Contract {}

    public static class Missing {}

    // ---- initializers

    public abstract static class Noting implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context)
                throws ServletException {
            note(context, name(getClass()));
            context.setAttribute("instance of " + name(getClass()), this);
            context.setAttribute(name(getClass()), names(classes));
            if (classes != null) {
                classes.removeAll(Set.copyOf(classes));
                context.setAttribute("left", classes.size());
            }
        }

        static void note(ServletContext context, String what) {
            @SuppressWarnings("unchecked")
            List<String> notes = (List<String>) context.getAttribute("notes");
            if (notes == null) {
                notes = new ArrayList<>();
                context.setAttribute("notes", notes);
            }
            notes.add(what);
        }

        private static String names(Set<Class<?>> classes) {
            if (classes == null) {
                return "null";
            }
            Set<String> names = new TreeSet<>();
            classes.forEach(type -> names.add(name(type)));
            return String.join(" ", names);
        }

        /** Without the outer class, which is none of the application. */
        private static String name(Class<?> type) {
            return type.getName().replaceAll(".*\\$", "");
        }
    }

    @HandlesTypes({Contract.class, Base.class, Marked.class})
    public static final class Handling extends Noting {}

    public static final class Plain extends Noting {}

    @HandlesTypes(Runnable.class)
    public static final class InVain extends Noting {}

    public static final class Registering implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context) {
            Noting.note(context, "Registering");
            context.addServlet("registered", Registered.class).addMapping("/registered");
        }
    }

    public static final class Failing implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context)
                throws ServletException {
            throw new ServletException("it cannot be");
        }
    }

    public static final class Registered extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print(getServletContext().getAttribute("notes"));
        }
    }

    @WebListener
    public static final class Listening implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            Noting.note(event.getServletContext(), "listener");
        }
    }

    // ---- what excluded libraries have

    @WebServlet("/excluded")
    @MultipartConfig
    public static final class Excluded extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            response.getWriter().print(request.getParts().size());
        }
    }

    private static Map<String, String> library(String name, String... more) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(
                "META-INF/web-fragment.xml",
                AppDirectory.fragment("<name>" + name + "</name>" + String.join("", more)));
        texts.put("META-INF/resources/" + name + ".txt", "of " + name);
        return texts;
    }

    private static Map<String, String> library(String name, Class<?> initializer) {
        Map<String, String> texts = library(name);
        texts.put(SERVICES, "# a comment\n" + initializer.getName() + " # and another\n");
        return texts;
    }

    private static final Class<?>[] TYPES = {
        Marked.class,
        Contract.class,
        SubContract.class,
        Implementing.class,
        BySuperclass.class,
        Base.class,
        Extending.class,
        OnType.class,
        OnMethod.class,
        OnField.class,
        OnNothing.class,
        Listening.class,
        Registered.class,
        Noting.class
    };

    private static AppDirectory app(String name) {
        return new AppDirectory(directory, name)
                .classes(TYPES)
                .jar("a.jar", library("a", Handling.class), Handling.class)
                .jar("b.jar", library("b", Plain.class), Plain.class)
                .jar("c.jar", library("c", InVain.class), InVain.class)
                .jar("d.jar", library("d", Registering.class), Registering.class);
    }

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) {
        String excluded = servlet("described", Excluded.class, "/described");
        apps =
                AppServer.start(
                        server,
                        app("all").webXml(),
                        app("twin").webXml(),
                        app("complete").descriptor("version='6.1' metadata-complete='true'"),
                        app("ordered")
                                .webXml(
                                        "<absolute-ordering><name>d</name><name>b</name>"
                                                + "</absolute-ordering>",
                                        excluded)
                                .jar("e.jar", library("e"), Excluded.class),
                        app("orderedComplete")
                                .descriptor(
                                        "version='6.1' metadata-complete='true'",
                                        "<absolute-ordering><name>d</name></absolute-ordering>"),
                        new AppDirectory(directory, "relative")
                                .jar(
                                        "a.jar",
                                        library(
                                                "a",
                                                "<ordering><after><name>b</name></after></ordering>"))
                                .jar("b.jar", library("b")));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    private static Object attribute(String app, String name) {
        return apps.context(app).getAttribute(name);
    }

    // ---- what they are given

    @Test
    void classesThatExtendImplementOrAreAnnotatedArePassed() {
        assertThat(attribute("/all", "Handling"))
                .isEqualTo(
                        "BySuperclass Extending Implementing OnField OnMethod OnType SubContract");
    }

    /** Libraries take out what they have seen to. */
    @Test
    void theSetIsForTheInitializerToChange() {
        assertThat(apps.context("/all").getAttribute("left")).isEqualTo(0);
    }

    @Test
    void withoutHandlesTypesNullIsPassed() {
        assertThat(attribute("/all", "Plain")).isEqualTo("null");
    }

    @Test
    void withoutMatchesNullIsPassed() {
        assertThat(attribute("/all", "InVain")).isEqualTo("null");
    }

    @Test
    void handlesTypesCountsInCompleteApplicationsToo() {
        assertThat(attribute("/complete", "Handling")).isEqualTo(attribute("/all", "Handling"));
    }

    @Test
    void aClassThatCannotBeLoadedIsIgnoredAndNamed() {
        try (ServerLog log = new ServerLog();
                AppServer own =
                        AppServer.start(
                                server,
                                new AppDirectory(directory, "broken")
                                        .classes(TYPES)
                                        .classes(Broken.class)
                                        // In place of the parent's: a file that is no class.
                                        .file(
                                                "WEB-INF/classes/"
                                                        + Missing.class.getName().replace('.', '/')
                                                        + ".class",
                                                "none")
                                        .jar(
                                                "a.jar",
                                                library("a", Handling.class),
                                                Handling.class))) {
            assertThat(own.context("/broken").getAttribute("Handling"))
                    .isEqualTo(attribute("/all", "Handling"));
            assertThat(log.lines())
                    .anySatisfy(
                            line ->
                                    assertThat(line)
                                            .contains("class " + Broken.class.getName())
                                            .contains("is skipped, it cannot be loaded"));
        }
    }

    // ---- when

    @Test
    void theyAreCalledOnceInTheOrderOfTheirLibrariesAndBeforeListeners() throws Exception {
        assertThat(apps.text("/all/registered"))
                .isEqualTo("[Handling, Plain, InVain, Registering, listener]");
    }

    @Test
    void everyApplicationHasAnInstanceOfItsOwn() throws Exception {
        assertThat(apps.text("/twin/registered"))
                .isEqualTo("[Handling, Plain, InVain, Registering, listener]");
        assertThat(attribute("/twin", "instance of Plain"))
                .isNotNull()
                .isNotSameAs(attribute("/all", "instance of Plain"));
    }

    @Test
    void theyRegisterServlets() throws Exception {
        assertThat(apps.status("/all/registered")).isEqualTo(200);
        assertThat(apps.context("/all").getServletRegistration("registered").getMappings())
                .containsExactly("/registered");
    }

    @Test
    @Section("ServletContainerInitializer.onStartup")
    void oneThatFailsKeepsTheApplicationFromBeingServed() {
        assertThat(
                        AppServer.refusal(
                                server,
                                new AppDirectory(directory, "failing")
                                        .jar("f.jar", library("f", Failing.class), Failing.class)))
                .endsWith("ServletException: it cannot be");
    }

    @Test
    void oneThatIsNotThereIsNamedWithItsFile() {
        assertThat(
                        AppServer.refusal(
                                server,
                                new AppDirectory(directory, "absent")
                                        .jar("f.jar", Map.of(SERVICES, "none.Such"))))
                .contains("WEB-INF/lib/f.jar!/" + SERVICES)
                .contains("none.Such");
    }

    // ---- excluded libraries

    @Test
    void initializersOfExcludedLibrariesAreIgnored() throws Exception {
        assertThat(apps.text("/ordered/registered")).isEqualTo("[Registering, Plain, listener]");
        assertThat(attribute("/ordered", "Handling")).isNull();
    }

    @Test
    @Section("8.2.2")
    void excludedLibrariesAreNotScannedForAnnotations() throws Exception {
        assertThat(apps.status("/ordered/excluded")).isEqualTo(404);
    }

    @Test
    @Section("8.2.2")
    void aServletOfAnExcludedLibraryThatWebXmlNamesHasItsAnnotations() throws Exception {
        String body =
                "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nv\r\n"
                        + "--b\r\nContent-Disposition: form-data; name=\"g\"\r\n\r\nw\r\n--b--\r\n";
        RawResponse answer =
                apps.post("/ordered/described", "multipart/form-data; boundary=b", body);
        assertThat(answer.text()).isEqualTo("2");
    }

    @Test
    @Section("10.5")
    void filesOfExcludedLibrariesAreServedAllTheSame() throws Exception {
        assertThat(apps.text("/ordered/d.txt")).isEqualTo("of d");
        assertThat(apps.text("/ordered/e.txt")).isEqualTo("of e");
    }

    @Test
    @Section("8.2.2")
    void excludedLibrariesAreExcludedFromCompleteApplicationsToo() throws Exception {
        // Plain's library is excluded by the order; the listener, whose class is in
        // WEB-INF/classes,
        // has no more than an annotation, which a complete descriptor leaves out.
        assertThat(apps.text("/orderedComplete/registered")).isEqualTo("[Registering]");
    }

    // ---- the order, and what lies in libraries

    @Test
    @Section("8.3")
    void orderedLibsAreTheNamesInTheirOrder() {
        assertThat(attribute("/ordered", ServletContext.ORDERED_LIBS))
                .isEqualTo(List.of("d.jar", "b.jar"));
        assertThat(attribute("/relative", ServletContext.ORDERED_LIBS))
                .isEqualTo(List.of("b.jar", "a.jar"));
    }

    @Test
    @Section("8.3")
    void withoutAnOrderThereAreNone() {
        assertThat(attribute("/all", ServletContext.ORDERED_LIBS)).isNull();
    }

    @Test
    @Section("8.2.1")
    void aLibraryWithoutFragmentHasItsAnnotationsProcessed() throws Exception {
        try (AppServer own =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "plain")
                                .jar("plain.jar", Map.of(), Excluded.class))) {
            assertThat(own.status("/plain/excluded")).isEqualTo(405);
        }
    }

    @Test
    @Section("8.2.3")
    void aFragmentThatIsCompleteHasNoneProcessedOfItsLibraryAlone() throws Exception {
        try (AppServer own =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "partly")
                                .jar(
                                        "a.jar",
                                        Map.of(
                                                "META-INF/web-fragment.xml",
                                                "<web-fragment metadata-complete='true'>"
                                                        + servlet(
                                                                "r", Registered.class, "/fragment")
                                                        + "</web-fragment>"),
                                        Excluded.class,
                                        Registered.class)
                                .jar("b.jar", Map.of(), Noting.class, Listening.class))) {
            assertThat(own.status("/partly/excluded")).isEqualTo(404);
            assertThat(own.text("/partly/fragment")).isEqualTo("[listener]");
        }
    }
}
