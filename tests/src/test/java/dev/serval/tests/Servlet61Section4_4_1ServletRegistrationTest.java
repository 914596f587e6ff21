package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Servlets that programs add, and their registrations. */
@OnBioAndNio
final class Servlet61Section4_4_1ServletRegistrationTest {
    @Parameter ServletUnderTest server;
    @TempDir Path files;

    /** Says its name, and the parameter p. */
    @RunAs("clerk")
    @MultipartConfig(maxFileSize = 10)
    public static class Telling extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.getWriter().print(getServletName() + " " + getInitParameter("p"));
        }
    }

    /** Takes a part of a multipart body. */
    @MultipartConfig(maxFileSize = 3)
    public static class Taking extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.getWriter().print(request.getPart("a").getSize());
        }
    }

    /** Cannot be made. */
    public static class Broken extends Telling {
        private static final long serialVersionUID = 1;

        public Broken() {
            throw new IllegalStateException("no database");
        }
    }

    /** Has no constructor without parameters. */
    public static class Unmade extends Telling {
        private static final long serialVersionUID = 1;

        public Unmade(String name) {}
    }

    private static final String NAME = Telling.class.getName();

    private ContextServer started(ContextServer.Program program) throws Exception {
        return ContextServer.onStartup(server, program, (request, response) -> {});
    }

    private void starting(ContextServer.Program program) throws Exception {
        ContextServer.onStartup(server, program);
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

    // ---- adding

    @Test
    void aServletIsAddedByTheNameOfItsClass() throws Exception {
        try (ContextServer own =
                started(context -> context.addServlet("s", NAME).addMapping("/s"))) {
            assertThat(own.get("/s").text()).isEqualTo("s null");
        }
    }

    @Test
    void aServletIsAddedAsAnInstance() throws Exception {
        try (ContextServer own =
                started(context -> context.addServlet("s", new Telling()).addMapping("/s"))) {
            assertThat(own.get("/s").text()).isEqualTo("s null");
        }
    }

    @Test
    void aServletIsAddedByItsClass() throws Exception {
        try (ContextServer own =
                started(context -> context.addServlet("s", Telling.class).addMapping("/s"))) {
            assertThat(own.get("/s").text()).isEqualTo("s null");
        }
    }

    @Test
    void aNameThatHasAServletIsNotAddedAgain() throws Exception {
        starting(
                context -> {
                    context.addServlet("s", NAME);
                    assertThat(context.addServlet("s", NAME)).isNull();
                    assertThat(context.addServlet("s", new Telling())).isNull();
                    assertThat(context.addServlet("s", Telling.class)).isNull();
                    assertThat(context.addJspFile("s", "/a.jsp")).isNull();
                });
    }

    @Test
    void anInstanceIsAddedOnce() throws Exception {
        starting(
                context -> {
                    Servlet servlet = new Telling();
                    assertThat(context.addServlet("a", servlet)).isNotNull();
                    assertThat(context.addServlet("b", servlet)).isNull();
                });
    }

    @Test
    void anInstanceIsAddedToOneContextOnly() throws Exception {
        Servlet servlet = new Telling();
        List<Object> got = new CopyOnWriteArrayList<>();
        try (Serval own =
                server.start(
                        builder ->
                                builder.initializer(
                                                "/a",
                                                (none, context) ->
                                                        got.add(
                                                                ""
                                                                        + (context.addServlet(
                                                                                        "s",
                                                                                        servlet)
                                                                                != null)))
                                        .initializer(
                                                "/b",
                                                (none, context) ->
                                                        got.add(
                                                                ""
                                                                        + (context.addServlet(
                                                                                        "s",
                                                                                        servlet)
                                                                                != null))))) {
            assertThat(got).containsExactly("true", "false");
        }
    }

    @Test
    void aServletByTheNameOfItsClassNeedsAName() throws Exception {
        starting(
                context -> {
                    illegal(() -> context.addServlet(null, NAME));
                    illegal(() -> context.addServlet("", NAME));
                });
    }

    @Test
    void aServletAsAnInstanceNeedsAName() throws Exception {
        starting(
                context -> {
                    illegal(() -> context.addServlet(null, new Telling()));
                    illegal(() -> context.addServlet("", new Telling()));
                });
    }

    @Test
    void aServletByItsClassNeedsAName() throws Exception {
        starting(
                context -> {
                    illegal(() -> context.addServlet(null, Telling.class));
                    illegal(() -> context.addServlet("", Telling.class));
                });
    }

    @Test
    void aPageNeedsAName() throws Exception {
        starting(
                context -> {
                    illegal(() -> context.addJspFile(null, "/a.jsp"));
                    illegal(() -> context.addJspFile("", "/a.jsp"));
                });
    }

    @Test
    void aPageIsRegisteredAndAnswers501() throws Exception {
        try (ContextServer own =
                started(
                        context -> {
                            ServletRegistration.Dynamic page = context.addJspFile("p", "/a.jsp");
                            page.addMapping("/p");
                            assertThat(context.getServletRegistration("p")).isSameAs(page);
                        })) {
            assertThat(own.get("/p").status()).isEqualTo(501);
        }
    }

    @Test
    void whatADescriptorDeclaresWithoutClassIsCompleted() throws Exception {
        String servlet =
                "<servlet><servlet-name>s</servlet-name><init-param><param-name>p</param-name>"
                        + "<param-value>v</param-value></init-param></servlet>"
                        + "<servlet-mapping><servlet-name>s</servlet-name>"
                        + "<url-pattern>/s</url-pattern></servlet-mapping>";
        List<String> classes = new CopyOnWriteArrayList<>();
        java.nio.file.Files.createDirectories(files.resolve("WEB-INF"));
        java.nio.file.Files.writeString(
                files.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'>" + servlet + "</web-app>");
        try (Serval own =
                server.start(
                        builder ->
                                builder.webapp("/app", files)
                                        .initializer(
                                                "/app",
                                                (none, context) -> {
                                                    ServletRegistration before =
                                                            context.getServletRegistration("s");
                                                    classes.add("" + before.getClassName());
                                                    ServletRegistration after =
                                                            context.addServlet("s", NAME);
                                                    classes.add(after.getClassName());
                                                }))) {
            assertThat(classes).containsExactly("null", NAME);
            assertThat(server.get(own, "/app/s").text()).isEqualTo("s v");
        }
    }

    @Test
    void createServletMakesAnInstanceThatMayBeAdded() throws Exception {
        try (ContextServer own =
                started(
                        context -> {
                            Telling made = context.createServlet(Telling.class);
                            assertThat(context.getServletRegistrations().values())
                                    .noneMatch(r -> NAME.equals(r.getClassName()));
                            context.addServlet("s", made).addMapping("/s");
                        })) {
            assertThat(own.get("/s").text()).isEqualTo("s null");
        }
    }

    @Test
    void createServletTellsWhatItCannotMake() throws Exception {
        starting(
                context -> {
                    assertThatThrownBy(() -> context.createServlet(Broken.class))
                            .isInstanceOf(ServletException.class)
                            .hasMessageContaining("no database");
                    assertThatThrownBy(() -> context.createServlet(Unmade.class))
                            .isInstanceOf(ServletException.class);
                });
    }

    // ---- looking up

    @Test
    void aRegistrationIsFoundByItsName() throws Exception {
        starting(
                context -> {
                    assertThat(context.getServletRegistration("s")).isNull();
                    ServletRegistration added = context.addServlet("s", NAME);
                    assertThat(context.getServletRegistration("s")).isSameAs(added);
                    assertThat(added.getName()).isEqualTo("s");
                    assertThat(added.getClassName()).isEqualTo(NAME);
                });
    }

    @Test
    void theRegistrationsAreThoseOfDescriptorsAndOfPrograms() throws Exception {
        String servlet =
                "<servlet><servlet-name>declared</servlet-name><servlet-class>"
                        + NAME
                        + "</servlet-class></servlet>";
        List<String> names = new CopyOnWriteArrayList<>();
        java.nio.file.Files.createDirectories(files.resolve("WEB-INF"));
        java.nio.file.Files.writeString(
                files.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'>" + servlet + "</web-app>");
        try (Serval own =
                server.start(
                        builder ->
                                builder.webapp("/app", files)
                                        .initializer(
                                                "/app",
                                                (none, context) -> {
                                                    context.addServlet("added", NAME);
                                                    context.addJspFile("page", "/a.jsp");
                                                    names.addAll(
                                                            context.getServletRegistrations()
                                                                    .keySet());
                                                }))) {
            assertThat(names).contains("declared", "added", "page");
        }
    }

    @Test
    void whoChangesTheRegistrationsChangesNoContext() throws Exception {
        starting(
                context -> {
                    context.addServlet("s", NAME);
                    Map<String, ?> all = context.getServletRegistrations();
                    try {
                        all.remove("s");
                    } catch (UnsupportedOperationException e) {
                        // That keeps it as well.
                    }
                    assertThat(context.getServletRegistration("s")).isNotNull();
                });
    }

    // ---- in which phase

    @Test
    void aDeclaredListenerMayAddServlets() throws Exception {
        try (ContextServer own =
                ContextServer.inListener(
                        server, files, context -> context.addServlet("s", NAME).addMapping("/s"))) {
            assertThat(own.get("/s").text()).isEqualTo("s null");
        }
    }

    @Test
    void afterTheInitialisationNoServletIsAdded() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    var context = request.getServletContext();
                    late(() -> context.addServlet("s", NAME));
                    late(() -> context.addServlet("s", new Telling()));
                    late(() -> context.addServlet("s", Telling.class));
                    late(() -> context.addJspFile("s", "/a.jsp"));
                    assertThat(context.getServletRegistration("s")).isNull();
                });
    }

    @Test
    void anAddedListenerAddsNoServlet() throws Exception {
        ContextServer.inAddedListener(
                server,
                context -> {
                    unsupported(() -> context.addServlet("s", NAME));
                    unsupported(() -> context.addServlet("s", new Telling()));
                    unsupported(() -> context.addServlet("s", Telling.class));
                    unsupported(() -> context.addJspFile("s", "/a.jsp"));
                });
    }

    @Test
    void anAddedListenerCreatesNoServlet() throws Exception {
        ContextServer.inAddedListener(
                server, context -> unsupported(() -> context.createServlet(Telling.class)));
    }

    @Test
    void anAddedListenerSeesNoServletRegistration() throws Exception {
        ContextServer.inAddedListener(
                server,
                context -> {
                    unsupported(() -> context.getServletRegistration("s"));
                    unsupported(context::getServletRegistrations);
                });
    }

    @Test
    void anAddedListenerDeclaresNoRoles() throws Exception {
        ContextServer.inAddedListener(
                server, context -> unsupported(() -> context.declareRoles("r")));
    }

    @Test
    void anAddedListenerSeesNoConfigurationOfPages() throws Exception {
        ContextServer.inAddedListener(
                server, context -> unsupported(context::getJspConfigDescriptor));
    }

    // ---- mappings

    @Test
    void mappingsAddUp() throws Exception {
        try (ContextServer own =
                started(
                        context -> {
                            ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                            assertThat(s.addMapping("/a", "/b")).isEmpty();
                            assertThat(s.addMapping("*.c")).isEmpty();
                            assertThat(s.getMappings())
                                    .containsExactlyInAnyOrder("/a", "/b", "*.c");
                        })) {
            assertThat(own.get("/b").text()).isEqualTo("s null");
            assertThat(own.get("/x.c").text()).isEqualTo("s null");
        }
    }

    @Test
    void aPatternOfAnotherServletChangesNothing() throws Exception {
        starting(
                context -> {
                    context.addServlet("a", NAME).addMapping("/a");
                    ServletRegistration.Dynamic b = context.addServlet("b", NAME);
                    assertThat(b.addMapping("/b", "/a")).containsExactly("/a");
                    assertThat(b.getMappings()).isEmpty();
                });
    }

    @Test
    void whoChangesTheTakenPatternsChangesNoRegistration() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic a = context.addServlet("a", NAME);
                    a.addMapping("/a");
                    Set<String> taken = context.addServlet("b", NAME).addMapping("/a");
                    taken.clear();
                    assertThat(a.getMappings()).containsExactly("/a");
                });
    }

    @Test
    void aMappingNeedsAPattern() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    illegal(() -> s.addMapping());
                    illegal(() -> s.addMapping((String[]) null));
                });
    }

    @Test
    void afterTheInitialisationNoMappingIsAdded() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletRegistration any =
                            request.getServletContext()
                                    .getServletRegistrations()
                                    .values()
                                    .iterator()
                                    .next();
                    late(() -> any.addMapping("/late"));
                });
    }

    // ---- parameters

    @Test
    void theFirstValueOfAParameterStays() throws Exception {
        try (ContextServer own =
                started(
                        context -> {
                            ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                            s.addMapping("/s");
                            assertThat(s.setInitParameter("p", "v")).isTrue();
                            assertThat(s.setInitParameter("p", "w")).isFalse();
                            assertThat(s.getInitParameter("p")).isEqualTo("v");
                            assertThat(s.getInitParameter("q")).isNull();
                        })) {
            assertThat(own.get("/s").text()).isEqualTo("s v");
        }
    }

    @Test
    void aParameterHasANameAndAValue() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    illegal(() -> s.setInitParameter(null, "v"));
                    illegal(() -> s.setInitParameter("p", null));
                });
    }

    @Test
    void oneConflictKeepsAllParametersFromBeingSet() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    assertThat(s.setInitParameters(Map.of("a", "1", "b", "2"))).isEmpty();
                    Set<String> taken = s.setInitParameters(Map.of("b", "3", "c", "4"));
                    assertThat(taken).containsExactly("b");
                    taken.clear();
                    assertThat(s.getInitParameters()).isEqualTo(Map.of("a", "1", "b", "2"));
                });
    }

    @Test
    void oneNullKeepsAllParametersFromBeingSet() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    Map<String, String> some = new HashMap<>(Map.of("a", "1"));
                    some.put("b", null);
                    illegal(() -> s.setInitParameters(some));
                    illegal(() -> s.setInitParameters(Collections.singletonMap(null, "1")));
                    assertThat(s.getInitParameters()).isEmpty();
                });
    }

    @Test
    void theParametersThatWereToldDoNotChange() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    Map<String, String> before = s.getInitParameters();
                    s.setInitParameter("p", "v");
                    assertThat(before).isEmpty();
                    unsupported(() -> s.getInitParameters().put("q", "w"));
                });
    }

    @Test
    void afterTheInitialisationNoParameterIsSet() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletRegistration any =
                            request.getServletContext()
                                    .getServletRegistrations()
                                    .values()
                                    .iterator()
                                    .next();
                    late(() -> any.setInitParameter("p", "v"));
                    late(() -> any.setInitParameters(Map.of("p", "v")));
                });
    }

    // ---- the rest of Dynamic

    @Test
    void servletsAreInitialisedInTheOrderOfTheirNumbers() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        starting(
                context -> {
                    for (String name : List.of("3", "1", "-1", "2", "0")) {
                        ServletRegistration.Dynamic s =
                                context.addServlet(
                                        name,
                                        new Telling() {
                                            private static final long serialVersionUID = 1;

                                            @Override
                                            public void init() {
                                                order.add(getServletName());
                                            }
                                        });
                        s.setLoadOnStartup(100);
                        s.setLoadOnStartup(Integer.parseInt(name));
                    }
                });
        assertThat(order).containsExactly("0", "1", "2", "3");
    }

    @Test
    void servletsSupportNothingAsynchronousByDefault() throws Exception {
        try (ContextServer own =
                started(
                        context -> {
                            for (boolean supported : new boolean[] {false, true}) {
                                ServletRegistration.Dynamic s =
                                        context.addServlet(
                                                "" + supported,
                                                new OneServlet.Given(
                                                        (request, response) ->
                                                                response.getWriter()
                                                                        .print(
                                                                                request
                                                                                        .isAsyncSupported())));
                                s.addMapping("/" + supported);
                                if (supported) {
                                    s.setAsyncSupported(true);
                                }
                            }
                        })) {
            assertThat(own.get("/false").text()).isEqualTo("false");
            assertThat(own.get("/true").text()).isEqualTo("true");
        }
    }

    private static final String PART =
            "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n12345\r\n"
                    + "--x--\r\n";

    private RawResponse upload(ContextServer.Program program) throws Exception {
        try (ContextServer own = started(program)) {
            return own.post("/s", "multipart/form-data; boundary=x", PART);
        }
    }

    @Test
    void theLimitsOfTheAnnotationOfAClassCount() throws Exception {
        assertThat(
                        upload(context -> context.addServlet("s", Taking.class).addMapping("/s"))
                                .status())
                .isEqualTo(413);
    }

    @Test
    void limitsThatAProgramSetsReplaceThoseOfTheAnnotation() throws Exception {
        RawResponse answer =
                upload(
                        context -> {
                            ServletRegistration.Dynamic s = context.addServlet("s", Taking.class);
                            s.addMapping("/s");
                            s.setMultipartConfig(new MultipartConfigElement("", 1, 100, 1));
                            s.setMultipartConfig(new MultipartConfigElement("", 100, 1000, 1));
                        });
        assertThat(answer.text()).isEqualTo("5");
    }

    @Test
    void noLimitsAreRefused() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    illegal(() -> s.setMultipartConfig(null));
                });
    }

    @Test
    void theRoleOfTheAnnotationOfAClassCounts() throws Exception {
        starting(
                context ->
                        assertThat(context.addServlet("s", Telling.class).getRunAsRole())
                                .isEqualTo("clerk"));
    }

    @Test
    void aRoleThatAProgramSetsReplacesThatOfTheAnnotation() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", Telling.class);
                    s.setRunAsRole("boss");
                    assertThat(s.getRunAsRole()).isEqualTo("boss");
                });
    }

    @Test
    void withoutARoleTheServletRunsAsItsCaller() throws Exception {
        starting(
                context ->
                        assertThat(context.addServlet("s", Taking.class).getRunAsRole()).isNull());
    }

    @Test
    void noRoleIsRefused() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    illegal(() -> s.setRunAsRole(null));
                });
    }

    @Test
    void noConstraintIsRefused() throws Exception {
        starting(
                context -> {
                    ServletRegistration.Dynamic s = context.addServlet("s", NAME);
                    illegal(() -> s.setServletSecurity(null));
                });
    }

    @Test
    void rolesHaveNames() throws Exception {
        starting(
                context -> {
                    illegal(() -> context.declareRoles("a", null));
                    illegal(() -> context.declareRoles("a", ""));
                });
    }

    @Test
    void afterTheInitialisationNothingOfAServletIsChanged() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletRegistration any =
                            request.getServletContext()
                                    .getServletRegistrations()
                                    .values()
                                    .iterator()
                                    .next();
                    ServletRegistration.Dynamic s = (ServletRegistration.Dynamic) any;
                    late(() -> s.setLoadOnStartup(1));
                    late(() -> s.setAsyncSupported(true));
                    late(() -> s.setMultipartConfig(new MultipartConfigElement("")));
                    late(() -> s.setRunAsRole("r"));
                    late(() -> s.setServletSecurity(new ServletSecurityElement()));
                    late(() -> request.getServletContext().declareRoles("r"));
                });
    }
}
