package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Filters that programs add, and their registrations. */
@OnBioAndNio
final class Servlet61Section4_4_2FilterRegistrationTest {
    private static final EnumSet<DispatcherType> REQUESTS = EnumSet.of(DispatcherType.REQUEST);

    @Parameter ServletUnderTest server;
    @TempDir Path files;

    /** Writes its name and the parameter p before the rest. */
    public static class Naming implements Filter {
        private FilterConfig config;

        @Override
        public void init(FilterConfig given) {
            config = given;
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String value = config.getInitParameter("p");
            response.getWriter().print(config.getFilterName() + (value == null ? "" : value) + ">");
            chain.doFilter(request, response);
        }
    }

    /** Cannot be made. */
    public static class Broken extends Naming {
        public Broken() {
            throw new IllegalStateException("no database");
        }
    }

    private static final String NAME = Naming.class.getName();

    private static final OneServlet.Body BODY =
            (request, response) -> {
                String forward = request.getParameter("forward");
                if (forward != null && request.getDispatcherType() == DispatcherType.REQUEST) {
                    request.getRequestDispatcher(forward).forward(request, response);
                    return;
                }
                response.getWriter().print(request.isAsyncSupported() ? "async" : "body");
            };

    private String filtered(String target, ContextServer.Program program) throws Exception {
        try (ContextServer own = ContextServer.onStartup(server, program, BODY)) {
            return own.get(target).text();
        }
    }

    private void starting(ContextServer.Program program) throws Exception {
        ContextServer.onStartup(server, program);
    }

    private static void map(FilterRegistration filter) {
        filter.addMappingForUrlPatterns(null, true, "/*");
    }

    private static void illegal(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }

    private static void late(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
    }

    private static void unsupported(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aFilterIsAddedByTheNameOfItsClass() throws Exception {
        assertThat(filtered("/served/", context -> map(context.addFilter("f", NAME))))
                .isEqualTo("f>body");
    }

    @Test
    void aFilterIsAddedAsAnInstance() throws Exception {
        assertThat(filtered("/served/", context -> map(context.addFilter("f", new Naming()))))
                .isEqualTo("f>body");
    }

    @Test
    void aFilterIsAddedByItsClass() throws Exception {
        assertThat(filtered("/served/", context -> map(context.addFilter("f", Naming.class))))
                .isEqualTo("f>body");
    }

    @Test
    void aNameThatHasAFilterIsNotAddedAgain() throws Exception {
        starting(
                context -> {
                    context.addFilter("f", NAME);
                    assertThat(context.addFilter("f", NAME)).isNull();
                    assertThat(context.addFilter("f", new Naming())).isNull();
                    assertThat(context.addFilter("f", Naming.class)).isNull();
                });
    }

    @Test
    void anInstanceIsAddedOnce() throws Exception {
        starting(
                context -> {
                    Filter filter = new Naming();
                    assertThat(context.addFilter("a", filter)).isNotNull();
                    assertThat(context.addFilter("b", filter)).isNull();
                });
    }

    @Test
    void anInstanceIsAddedToOneContextOnly() throws Exception {
        Filter filter = new Naming();
        List<Boolean> added = new CopyOnWriteArrayList<>();
        try (Serval own =
                server.start(
                        builder ->
                                builder.initializer(
                                                "/a",
                                                (none, context) ->
                                                        added.add(
                                                                context.addFilter("f", filter)
                                                                        != null))
                                        .initializer(
                                                "/b",
                                                (none, context) ->
                                                        added.add(
                                                                context.addFilter("f", filter)
                                                                        != null)))) {
            assertThat(added).containsExactly(true, false);
        }
    }

    @Test
    void aFilterNeedsAName() throws Exception {
        starting(
                context -> {
                    for (String name : new String[] {null, ""}) {
                        illegal(() -> context.addFilter(name, NAME));
                        illegal(() -> context.addFilter(name, new Naming()));
                        illegal(() -> context.addFilter(name, Naming.class));
                    }
                });
    }

    @Test
    void whatADescriptorDeclaresWithoutClassIsCompleted() throws Exception {
        Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(
                files.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'><filter><filter-name>f</filter-name><init-param>"
                        + "<param-name>p</param-name><param-value>v</param-value></init-param>"
                        + "</filter><filter-mapping><filter-name>f</filter-name>"
                        + "<url-pattern>/*</url-pattern></filter-mapping></web-app>");
        List<String> classes = new CopyOnWriteArrayList<>();
        try (Serval own =
                server.start(
                        builder ->
                                builder.webapp("/app", files)
                                        .servlet("/app", "/s", new OneServlet.Given(BODY))
                                        .initializer(
                                                "/app",
                                                (none, context) -> {
                                                    classes.add(
                                                            ""
                                                                    + context.getFilterRegistration(
                                                                                    "f")
                                                                            .getClassName());
                                                    classes.add(
                                                            context.addFilter("f", Naming.class)
                                                                    .getClassName());
                                                }))) {
            assertThat(classes).containsExactly("null", NAME);
            assertThat(server.get(own, "/app/s").text()).isEqualTo("fv>body");
        }
    }

    @Test
    void createFilterMakesAnInstanceThatMayBeAdded() throws Exception {
        assertThat(
                        filtered(
                                "/served/",
                                context -> {
                                    Naming made = context.createFilter(Naming.class);
                                    assertThat(context.getFilterRegistrations()).isEmpty();
                                    map(context.addFilter("f", made));
                                }))
                .isEqualTo("f>body");
    }

    @Test
    void createFilterTellsWhatItCannotMake() throws Exception {
        starting(
                context ->
                        assertThatThrownBy(() -> context.createFilter(Broken.class))
                                .isInstanceOf(ServletException.class)
                                .hasMessageContaining("no database"));
    }

    @Test
    void aRegistrationIsFoundByItsName() throws Exception {
        starting(
                context -> {
                    assertThat(context.getFilterRegistration("f")).isNull();
                    FilterRegistration added = context.addFilter("f", NAME);
                    assertThat(context.getFilterRegistration("f")).isSameAs(added);
                    assertThat(added.getName()).isEqualTo("f");
                    assertThat(added.getClassName()).isEqualTo(NAME);
                });
    }

    @Test
    void whereThereAreNoFiltersThereAreNoRegistrations() throws Exception {
        starting(context -> assertThat(context.getFilterRegistrations()).isEmpty());
    }

    @Test
    void whoChangesTheRegistrationsChangesNoContext() throws Exception {
        starting(
                context -> {
                    context.addFilter("f", NAME);
                    Map<String, ?> all = context.getFilterRegistrations();
                    try {
                        all.clear();
                    } catch (UnsupportedOperationException e) {
                        // That keeps it as well.
                    }
                    assertThat(context.getFilterRegistrations()).containsOnlyKeys("f");
                });
    }

    // ---- in which phase

    @Test
    void afterTheInitialisationNoFilterIsAdded() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletContext context = request.getServletContext();
                    late(() -> context.addFilter("f", NAME));
                    late(() -> context.addFilter("f", new Naming()));
                    late(() -> context.addFilter("f", Naming.class));
                });
    }

    @Test
    void afterTheInitialisationNothingOfAFilterIsChanged() throws Exception {
        AtomicReference<FilterRegistration.Dynamic> kept = new AtomicReference<>();
        try (ContextServer own =
                ContextServer.onStartup(
                        server, context -> kept.set(context.addFilter("f", NAME)), BODY)) {
            FilterRegistration.Dynamic f = kept.get();
            late(() -> f.addMappingForUrlPatterns(REQUESTS, true, "/*"));
            late(() -> f.addMappingForServletNames(REQUESTS, true, "s"));
            late(() -> f.setInitParameter("p", "v"));
            late(() -> f.setInitParameters(Map.of("p", "v")));
            late(() -> f.setAsyncSupported(true));
            assertThat(own.get("/served/").text()).isEqualTo("async");
        }
    }

    @Test
    void anAddedListenerAddsNoFilter() throws Exception {
        ContextServer.inAddedListener(
                server,
                context -> {
                    unsupported(() -> context.addFilter("f", NAME));
                    unsupported(() -> context.addFilter("f", new Naming()));
                    unsupported(() -> context.addFilter("f", Naming.class));
                });
    }

    @Test
    void anAddedListenerCreatesNoFilter() throws Exception {
        ContextServer.inAddedListener(
                server, context -> unsupported(() -> context.createFilter(Naming.class)));
    }

    @Test
    void anAddedListenerSeesNoFilterRegistration() throws Exception {
        ContextServer.inAddedListener(
                server,
                context -> {
                    unsupported(() -> context.getFilterRegistration("f"));
                    unsupported(context::getFilterRegistrations);
                });
    }

    // ---- mappings

    @Test
    void filtersAreCalledInTheOrderOfTheirMappings() throws Exception {
        assertThat(
                        filtered(
                                "/served/",
                                context -> {
                                    FilterRegistration a = context.addFilter("a", NAME);
                                    FilterRegistration b = context.addFilter("b", NAME);
                                    map(b);
                                    map(a);
                                }))
                .isEqualTo("b>a>body");
    }

    @Test
    void aMappingMayStandBeforeThoseOfTheDescriptor() throws Exception {
        Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(
                files.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'><filter><filter-name>declared</filter-name><filter-class>"
                        + NAME
                        + "</filter-class></filter><filter-mapping><filter-name>declared"
                        + "</filter-name><url-pattern>/*</url-pattern></filter-mapping></web-app>");
        try (Serval own =
                server.start(
                        builder ->
                                builder.webapp("/app", files)
                                        .servlet("/app", "/s", new OneServlet.Given(BODY))
                                        .initializer(
                                                "/app",
                                                (none, context) -> {
                                                    context.addFilter("after", NAME)
                                                            .addMappingForUrlPatterns(
                                                                    REQUESTS, true, "/*");
                                                    context.addFilter("before", NAME)
                                                            .addMappingForUrlPatterns(
                                                                    REQUESTS, false, "/*");
                                                }))) {
            assertThat(server.get(own, "/app/s").text()).isEqualTo("before>declared>after>body");
        }
    }

    @Test
    void withoutTypesAMappingIsForRequests() throws Exception {
        ContextServer.Program program =
                context ->
                        context.addFilter("f", NAME)
                                .addMappingForUrlPatterns(null, true, "/served/b");
        assertThat(filtered("/served/b", program)).isEqualTo("f>body");
        assertThat(filtered("/served/a?forward=/served/b", program)).isEqualTo("async");
    }

    @Test
    void aMappingIsForTheTypesThatItNames() throws Exception {
        ContextServer.Program program =
                context ->
                        context.addFilter("f", NAME)
                                .addMappingForUrlPatterns(
                                        EnumSet.of(DispatcherType.FORWARD), true, "/served/b");
        assertThat(filtered("/served/b", program)).isEqualTo("async");
        assertThat(filtered("/served/a?forward=/served/b", program)).isEqualTo("f>body");
    }

    @Test
    void aMappingMayNameServlets() throws Exception {
        assertThat(
                        filtered(
                                "/s",
                                context -> {
                                    context.addServlet("s", new OneServlet.Given(BODY))
                                            .addMapping("/s");
                                    context.addFilter("f", NAME)
                                            .addMappingForServletNames(null, true, "s");
                                }))
                .isEqualTo("f>body");
    }

    @Test
    void mappingsOfPatternsAddUpAndAreTold() throws Exception {
        starting(
                context -> {
                    FilterRegistration f = context.addFilter("f", NAME);
                    assertThat(f.getUrlPatternMappings()).isEmpty();
                    f.addMappingForUrlPatterns(REQUESTS, true, "/a", "/b");
                    f.addMappingForUrlPatterns(REQUESTS, false, "*.c");
                    assertThat(f.getUrlPatternMappings())
                            .containsExactlyInAnyOrder("/a", "/b", "*.c");
                    assertThat(f.getServletNameMappings()).isEmpty();
                });
    }

    @Test
    void mappingsOfServletsAddUpAndAreTold() throws Exception {
        starting(
                context -> {
                    FilterRegistration f = context.addFilter("f", NAME);
                    assertThat(f.getServletNameMappings()).isEmpty();
                    f.addMappingForServletNames(REQUESTS, true, "a");
                    f.addMappingForServletNames(REQUESTS, true, "b");
                    assertThat(f.getServletNameMappings()).containsExactlyInAnyOrder("a", "b");
                    assertThat(f.getUrlPatternMappings()).isEmpty();
                });
    }

    @Test
    void aMappingNeedsAPattern() throws Exception {
        starting(
                context -> {
                    FilterRegistration f = context.addFilter("f", NAME);
                    illegal(() -> f.addMappingForUrlPatterns(REQUESTS, true));
                    illegal(() -> f.addMappingForUrlPatterns(REQUESTS, true, (String[]) null));
                });
    }

    @Test
    void aMappingNeedsAServlet() throws Exception {
        starting(
                context -> {
                    FilterRegistration f = context.addFilter("f", NAME);
                    illegal(() -> f.addMappingForServletNames(REQUESTS, true));
                    illegal(() -> f.addMappingForServletNames(REQUESTS, true, (String[]) null));
                });
    }

    // ---- parameters, async

    @Test
    void theFirstValueOfAParameterStays() throws Exception {
        assertThat(
                        filtered(
                                "/served/",
                                context -> {
                                    FilterRegistration.Dynamic f = context.addFilter("f", NAME);
                                    map(f);
                                    assertThat(f.setInitParameter("p", "v")).isTrue();
                                    assertThat(f.setInitParameter("p", "w")).isFalse();
                                }))
                .isEqualTo("fv>body");
    }

    @Test
    void aParameterHasANameAndAValue() throws Exception {
        starting(
                context -> {
                    FilterRegistration f = context.addFilter("f", NAME);
                    illegal(() -> f.setInitParameter(null, "v"));
                    illegal(() -> f.setInitParameter("p", null));
                });
    }

    @Test
    void oneConflictKeepsAllParametersFromBeingSet() throws Exception {
        starting(
                context -> {
                    FilterRegistration f = context.addFilter("f", NAME);
                    f.setInitParameter("b", "2");
                    Set<String> taken = f.setInitParameters(Map.of("b", "3", "c", "4"));
                    assertThat(taken).containsExactly("b");
                    assertThat(f.getInitParameters()).isEqualTo(Map.of("b", "2"));
                });
    }

    @Test
    void filtersSupportNothingAsynchronousByDefault() throws Exception {
        assertThat(filtered("/served/", context -> map(context.addFilter("f", NAME))))
                .isEqualTo("f>body");
        assertThat(
                        filtered(
                                "/served/",
                                context -> {
                                    FilterRegistration.Dynamic f = context.addFilter("f", NAME);
                                    f.setAsyncSupported(false);
                                    f.setAsyncSupported(true);
                                    map(f);
                                }))
                .isEqualTo("f>async");
    }
}
