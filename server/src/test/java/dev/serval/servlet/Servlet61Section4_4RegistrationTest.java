package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Servlet61Section4_4RegistrationTest {
    @TempDir Path files;

    /** What a program does while the context is open. */
    private interface Program {
        void run(ServletContext context) throws ServletException;
    }

    private static App by(Program program) {
        return by(App.builder(), program);
    }

    private static App by(ContextBuilder builder, Program program) {
        return App.of(builder.initializer((classes, context) -> program.run(context), null));
    }

    /** Given by its class. */
    public static final class Named extends HttpServlet {
        private static final long serialVersionUID = 1;
        static final AtomicInteger MADE = new AtomicInteger();

        public Named() {
            MADE.incrementAndGet();
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print(getServletName() + getInitParameter("p"));
        }
    }

    /** Cannot be made. */
    public static final class Broken extends HttpServlet {
        private static final long serialVersionUID = 1;

        public Broken() {
            throw new IllegalStateException("no database");
        }
    }

    // ---- servlets

    @Test
    void section4_4_1_aServletIsAddedInThreeWays() {
        App app =
                by(
                        context -> {
                            context.addServlet("a", TestServlet.says("a")).addMapping("/a");
                            context.addServlet("b", Named.class).addMapping("/b");
                            ServletRegistration.Dynamic c =
                                    context.addServlet("c", Named.class.getName());
                            c.addMapping("/c", "*.c");
                            assertThat(c.setInitParameter("p", "v")).isTrue();
                            assertThat(c.setInitParameter("p", "w")).isFalse();
                        });
        assertThat(app.get("/a").body()).isEqualTo("a");
        assertThat(app.get("/b").body()).isEqualTo("bnull");
        assertThat(app.get("/x/y.c").body()).isEqualTo("cv");
    }

    @Test
    void section4_4_1_aClassIsMadeOnceAndNotBeforeItIsAsked() {
        Named.MADE.set(0);
        App app =
                App.of(
                        App.builder()
                                .servletClass("n", Named.class.getName(), -1, false, Map.of(), null)
                                .servletMapping("n", "/n", "/m"));
        assertThat(Named.MADE).hasValue(0);
        app.get("/n");
        app.get("/m");
        assertThat(Named.MADE).hasValue(1);
    }

    @Test
    void section4_4_1_classesByNameComeFromTheLoaderOfTheContext() {
        List<String> asked = new ArrayList<>();
        ClassLoader loader =
                new ClassLoader(getClass().getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve)
                            throws ClassNotFoundException {
                        asked.add(name);
                        return super.loadClass(name, resolve);
                    }
                };
        App.of(
                App.builder()
                        .classLoader(loader)
                        .servletClass("n", Named.class.getName(), 1, false, Map.of(), null));
        assertThat(asked).contains(Named.class.getName());
    }

    @Test
    void section4_4_1_aServletThatCannotBeMadeIsNamed() {
        AppContext context =
                App.builder()
                        .servletClass("n", Broken.class.getName(), 1, false, Map.of(), null)
                        .build();
        assertThatThrownBy(context::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining(Broken.class.getName())
                .hasMessageContaining("no database");
    }

    @Test
    void section4_4_1_aClassThatIsMissingIs500OfItsServletOnly() {
        App app =
                App.of(
                        App.builder()
                                .servletClass("n", "no.such.Servlet", -1, false, Map.of(), null)
                                .servletMapping("n", "/n")
                                .servlet("a", TestServlet.says("a"), -1, "/a"));
        assertThat(app.get("/n").status).isEqualTo(500);
        assertThat(app.get("/n").body()).doesNotContain("no.such");
        assertThat(app.get("/a").body()).isEqualTo("a");
    }

    @Test
    void section4_4_1_loadOnStartupIsHeeded() {
        Named.MADE.set(0);
        by(context -> context.addServlet("n", Named.class).setLoadOnStartup(1));
        assertThat(Named.MADE).hasValue(1);
    }

    @Test
    void section4_4_1_aNameOrObjectThatIsThereIsNull() {
        Servlet servlet = TestServlet.says("a");
        by(
                App.builder().servlet("a", servlet, -1, "/a"),
                context -> {
                    assertThat(context.addServlet("a", "x.Y")).isNull();
                    assertThat(context.addServlet("b", servlet)).isNull();
                });
    }

    @Test
    void section4_4_1_aTakenPatternChangesNothing() {
        App app =
                by(
                        App.builder().servlet("a", TestServlet.says("a"), -1, "/a"),
                        context -> {
                            ServletRegistration b = context.addServlet("b", TestServlet.says("b"));
                            assertThat(b.addMapping("/b", "/a")).containsExactly("/a");
                            assertThat(b.getMappings()).isEmpty();
                        });
        assertThat(app.get("/a").body()).isEqualTo("a");
        assertThat(app.get("/b").status).isEqualTo(404);
    }

    @Test
    void section4_4_1_theDefaultMappingMayBeTakenFromOurFiles() throws IOException {
        Files.writeString(files.resolve("a.txt"), "file");
        App app =
                by(
                        App.builder().docBase(files),
                        context ->
                                assertThat(
                                                context.addServlet("d", TestServlet.says("mine"))
                                                        .addMapping("/"))
                                        .isEmpty());
        assertThat(app.get("/a.txt").body()).isEqualTo("mine");
        assertThat(app.get("/a.txt").body()).isEqualTo("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/*", "*", "/a\n"})
    void section12_2_aMalformedPatternIsRefused(String pattern) {
        by(
                context -> {
                    ServletRegistration a = context.addServlet("a", TestServlet.says("a"));
                    assertThatThrownBy(() -> a.addMapping(pattern))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(a::addMapping).isInstanceOf(IllegalArgumentException.class);
                });
    }

    @Test
    void section4_4_1_manyParametersAreSetTogetherOrNotAtAll() {
        by(
                context -> {
                    ServletRegistration a = context.addServlet("a", TestServlet.says("a"));
                    a.setInitParameter("x", "1");
                    assertThat(a.setInitParameters(Map.of("x", "2", "y", "3")))
                            .containsExactly("x");
                    assertThat(a.getInitParameters()).containsExactly(Map.entry("x", "1"));
                    assertThat(a.setInitParameters(Map.of("y", "3"))).isEmpty();
                    assertThatThrownBy(() -> a.setInitParameter("z", null))
                            .isInstanceOf(IllegalArgumentException.class);
                });
    }

    @Test
    void section4_4_1_createMakesWithoutAdding() {
        by(
                context -> {
                    assertThat(context.createServlet(Named.class)).isNotNull();
                    assertThat(context.createFilter(Servlet61Section6_2FilterTest.Named.class))
                            .isNotNull();
                    assertThat(context.getServletRegistrations()).isEmpty();
                    assertThatThrownBy(() -> context.createServlet(Broken.class))
                            .isInstanceOf(ServletException.class)
                            .hasMessageContaining(Broken.class.getName())
                            .hasMessageContaining("no database");
                });
    }

    // ---- filters

    @Test
    void section4_4_2_aFilterIsAddedBeforeOrAfterThoseOfDescriptors() {
        ContextBuilder builder = App.builder().servlet("s", TestServlet.says("s"), -1, "/s");
        App app =
                by(
                        App.filter(builder, "d", "/*"),
                        context -> {
                            map(context.addFilter("after", App.around("after")), true);
                            map(context.addFilter("one", App.around("one")), false);
                            map(context.addFilter("two", App.around("two")), false);
                        });
        assertThat(app.get("/s").body()).isEqualTo("one(two(d(after(s))))");
    }

    private static void map(FilterRegistration filter, boolean after) {
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), after, "/*");
    }

    @Test
    void section4_4_2_aFilterTellsOfItsMappings() {
        by(
                context -> {
                    FilterRegistration f = context.addFilter("f", App.around("f"));
                    f.addMappingForUrlPatterns(null, true, "/a", "/b");
                    f.addMappingForServletNames(null, true, "s");
                    assertThat(f.getUrlPatternMappings()).containsExactly("/a", "/b");
                    assertThat(f.getServletNameMappings()).containsExactly("s");
                    assertThat(context.addFilter("f", "x.Y")).isNull();
                    assertThat(context.getFilterRegistrations()).containsOnlyKeys("f");
                });
    }

    // ---- declared without a class

    private static ContextBuilder declared() {
        return App.builder()
                .preliminaryServlet("s", "web.xml:3:5", -1, true, Map.of("p", "declared"), null)
                .servletMapping("s", "/s")
                .preliminaryFilter("f", "web.xml:7:5", true, Map.of())
                .filterMapping("f", java.util.Set.of(), List.of("/s"), List.of());
    }

    @Test
    void section4_4_1_aPreliminaryRegistrationIsCompletedByAdding() {
        App app =
                by(
                        declared(),
                        context -> {
                            assertThat(context.getServletRegistration("s").getClassName()).isNull();
                            ServletRegistration.Dynamic s =
                                    context.addServlet("s", TestServlet.says("s"));
                            assertThat(s).isSameAs(context.getServletRegistration("s"));
                            assertThat(s.getMappings()).containsExactly("/s");
                            assertThat(context.addFilter("f", App.around("f"))).isNotNull();
                            assertThat(context.addServlet("s", Named.class)).isNull();
                            assertThat(context.addFilter("f", "x.Y")).isNull();
                        });
        assertThat(app.get("/s").body()).isEqualTo("f(s)");
    }

    @Test
    void section4_4_1_whatNobodyCompletesKeepsTheContextFromStarting() {
        assertThatThrownBy(() -> declared().build().start())
                .isInstanceOf(ServletException.class)
                .hasMessageStartingWith("web.xml:3:5: servlet s needs a servlet-class")
                .hasMessageContaining("addServlet");
        AppContext context =
                declared()
                        .initializer((c, started) -> started.addServlet("s", Named.class), null)
                        .build();
        assertThatThrownBy(context::start)
                .isInstanceOf(ServletException.class)
                .hasMessageStartingWith("web.xml:7:5: filter f needs a filter-class");
    }

    // ---- when

    @Test
    void section4_4_afterTheStartNothingCanBeChanged() {
        AtomicReference<ServletRegistration.Dynamic> servlet = new AtomicReference<>();
        AtomicReference<FilterRegistration.Dynamic> filter = new AtomicReference<>();
        App app =
                by(
                        context -> {
                            servlet.set(context.addServlet("s", TestServlet.says("s")));
                            filter.set(context.addFilter("f", App.around("f")));
                        });
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> changes =
                List.of(
                        () -> app.context.servletContext().addServlet("x", "x.Y"),
                        () -> app.context.servletContext().addFilter("x", "x.Y"),
                        () -> app.context.servletContext().addListener("x.Y"),
                        () -> app.context.servletContext().setInitParameter("a", "b"),
                        () -> app.context.servletContext().setRequestCharacterEncoding("UTF-8"),
                        () -> app.context.servletContext().setResponseCharacterEncoding("UTF-8"),
                        () -> app.context.servletContext().declareRoles("a"),
                        () -> app.context.servletContext().setSessionTimeout(1),
                        () -> servlet.get().addMapping("/x"),
                        () -> servlet.get().setLoadOnStartup(1),
                        () -> servlet.get().setAsyncSupported(true),
                        () -> servlet.get().setInitParameter("a", "b"),
                        () -> filter.get().setAsyncSupported(true),
                        () -> filter.get().setInitParameter("a", "b"),
                        () -> map(filter.get(), true));
        for (var change : changes) {
            assertThatThrownBy(change).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void section4_4_namesAreNeeded() {
        by(
                context -> {
                    assertThatThrownBy(() -> context.addServlet("", "x.Y"))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> context.addFilter(null, "x.Y"))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> context.declareRoles(""))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> context.addListener("java.lang.String"))
                            .isInstanceOf(IllegalArgumentException.class);
                });
    }

    // ---- initializers

    @Test
    void section8_2_4_initializersAreCalledInTheirOrderWithTheirClasses() {
        List<Object> seen = new ArrayList<>();
        ServletContainerInitializer one = (classes, context) -> seen.add(classes);
        App.of(
                App.builder()
                        .initializer(one, Set.of(String.class))
                        .initializer(one, Set.of())
                        .initializer(one, null)
                        .listener(
                                new jakarta.servlet.ServletContextListener() {
                                    @Override
                                    public void contextInitialized(
                                            jakarta.servlet.ServletContextEvent event) {
                                        seen.add("listener");
                                    }
                                }));
        assertThat(seen).hasSize(4).first().isEqualTo(Set.of(String.class));
        assertThat(seen.get(1)).isNull();
        assertThat(seen.get(2)).isNull();
        assertThat(seen.get(3)).isEqualTo("listener");
    }

    @Test
    void section8_2_4_anInitializerThatFailsKeepsTheContextFromStarting() {
        ServletContainerInitializer bad =
                (classes, context) -> {
                    throw new ServletException("no database");
                };
        AppContext context = App.builder().initializer(bad, null).build();
        assertThatThrownBy(context::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining(bad.getClass().getName())
                .hasMessageContaining("no database");
        assertThat(context.available()).isFalse();
    }

    @Test
    void section8_2_4_theApplicationsLoaderIsThatOfTheThread() {
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
        AtomicReference<ClassLoader> seen = new AtomicReference<>();
        App.of(
                App.builder()
                        .classLoader(loader)
                        .initializer(
                                (classes, context) ->
                                        seen.set(Thread.currentThread().getContextClassLoader()),
                                null));
        assertThat(seen.get()).isSameAs(loader);
    }

    // ---- encodings

    @Test
    void section5_5_theEncodingsOfTheContextAreThoseOfItsAnswers() {
        TestServlet.Body body =
                (q, r) -> {
                    if (q.getQueryString() != null) {
                        r.setLocale(java.util.Locale.forLanguageTag(q.getQueryString()));
                    }
                    r.setContentType("text/plain");
                    r.getWriter().print(q.getCharacterEncoding());
                };
        App app =
                App.of(
                        App.builder()
                                .servlet("s", TestServlet.of(body), -1, "/s")
                                .requestEncoding("UTF-16")
                                .responseEncoding("UTF-8")
                                .localeEncoding("ja", "Shift_JIS"));
        assertThat(app.get("/s").field("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(app.get("/s").body()).isEqualTo("UTF-16");
        assertThat(app.get("/s?ja-JP").field("Content-Type"))
                .isEqualTo("text/plain;charset=Shift_JIS");
    }
}
