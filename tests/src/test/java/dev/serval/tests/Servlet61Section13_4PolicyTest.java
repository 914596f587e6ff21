package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Servlet 6.1 §13.4: what annotations and programs say of who may have what. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO"})
final class Servlet61Section13_4PolicyTest {
    @TempDir private static Path temp;
    private static GuardedApps apps;

    @Parameter Wire wire;

    private static String annotated(String name, String security, String... patterns) {
        return "@WebServlet({\""
                + String.join("\", \"", patterns)
                + "\"}) "
                + security
                + " public class "
                + name
                + " extends base.Who {}";
    }

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        String r1 = "rolesAllowed = \"R1\"";
        String tls = "transportGuarantee = ServletSecurity.TransportGuarantee.CONFIDENTIAL";
        apps =
                new GuardedApps(wire, temp.resolve(wire.name()))
                        .app(
                                "ann",
                                GuardedApps.basic(
                                        GuardedApps.constraint(
                                                "/both/described", "", GuardedApps.roles("clerk"))),
                                annotated("E1", "@ServletSecurity", "/e1"),
                                annotated(
                                        "E2",
                                        "@ServletSecurity(@HttpConstraint(" + tls + "))",
                                        "/e2"),
                                annotated(
                                        "E3",
                                        "@ServletSecurity(@HttpConstraint("
                                                + "ServletSecurity.EmptyRoleSemantic.DENY))",
                                        "/e3"),
                                annotated(
                                        "E4",
                                        "@ServletSecurity(@HttpConstraint(" + r1 + "))",
                                        "/e4",
                                        "/e4/*",
                                        "*.e4"),
                                annotated(
                                        "E5",
                                        "@ServletSecurity(httpMethodConstraints = {"
                                                + "@HttpMethodConstraint(value = \"GET\", "
                                                + r1
                                                + "), @HttpMethodConstraint(value = \"POST\", "
                                                + r1
                                                + ", "
                                                + tls
                                                + ")})",
                                        "/e5"),
                                annotated(
                                        "E6",
                                        "@ServletSecurity(value = @HttpConstraint("
                                                + r1
                                                + "), httpMethodConstraints ="
                                                + " @HttpMethodConstraint(\"GET\"))",
                                        "/e6"),
                                annotated(
                                        "E7",
                                        "@ServletSecurity(value = @HttpConstraint("
                                                + r1
                                                + "), httpMethodConstraints ="
                                                + " @HttpMethodConstraint(value = \"DELETE\","
                                                + " emptyRoleSemantic ="
                                                + " ServletSecurity.EmptyRoleSemantic.DENY))",
                                        "/e7"),
                                annotated(
                                        "Any",
                                        "@ServletSecurity(@HttpConstraint(rolesAllowed = \"**\"))",
                                        "/any"),
                                annotated(
                                        "Star",
                                        "@ServletSecurity(@HttpConstraint(rolesAllowed = \"*\"))",
                                        "/star"),
                                annotated(
                                        "Both",
                                        "@ServletSecurity(@HttpConstraint("
                                                + r1
                                                + ", "
                                                + tls
                                                + "))",
                                        "/tls-and-role"),
                                annotated(
                                        "Described",
                                        "@ServletSecurity(@HttpConstraint(" + r1 + "))",
                                        "/both/described",
                                        "/both/other"),
                                "@ServletSecurity(@HttpConstraint("
                                        + r1
                                        + ")) public class Parent extends base.Who {}",
                                "@WebServlet(\"/child\") public class Child extends Parent {}",
                                "@WebServlet(\"/rebel\") @ServletSecurity public class Rebel"
                                        + " extends Parent {}",
                                annotated(
                                        "Two",
                                        "@ServletSecurity(@HttpConstraint(rolesAllowed = {\"R1\","
                                                + " \"clerk\"}))",
                                        "/two"),
                                annotated(
                                        "Default",
                                        "@ServletSecurity(value = @HttpConstraint,"
                                                + " httpMethodConstraints ="
                                                + " @HttpMethodConstraint(\"GET\"))",
                                        "/default"))
                        .app(
                                "complete",
                                "<web-app metadata-complete='true'>"
                                        + GuardedApps.servlet("complete.E", "", "/e")
                                        + "<login-config><auth-method>BASIC</auth-method>"
                                        + "</login-config></web-app>",
                                "@ServletSecurity(@HttpConstraint("
                                        + r1
                                        + ")) public class E extends base.Who {}")
                        .app(
                                "described",
                                GuardedApps.basic(
                                        GuardedApps.servlet("described.E", "", "/one", "/two/*")
                                                + "<servlet><servlet-name>second</servlet-name>"
                                                + "<servlet-class>described.E</servlet-class>"
                                                + "</servlet><servlet-mapping><servlet-name>second"
                                                + "</servlet-name><url-pattern>/second"
                                                + "</url-pattern></servlet-mapping>"),
                                "@ServletSecurity(@HttpConstraint("
                                        + r1
                                        + ")) public class E extends base.Who {}")
                        .app(
                                "wrong",
                                GuardedApps.basic(""),
                                annotated(
                                        "E",
                                        "@ServletSecurity(@HttpConstraint(value ="
                                                + " ServletSecurity.EmptyRoleSemantic.DENY, "
                                                + r1
                                                + "))",
                                        "/e"))
                        .app(
                                "given",
                                GuardedApps.basic(
                                        GuardedApps.constraint(
                                                "/written", "", GuardedApps.roles("clerk"))),
                                "@ServletSecurity(@HttpConstraint("
                                        + r1
                                        + ")) public class E extends base.Who {}",
                                PROGRAM,
                                LOG)
                        .start();
    }

    /** Registers servlets in every way, and keeps what the API answers. */
    private static final String PROGRAM =
            """
            @WebListener public class Program implements ServletContextListener {
                static final Map<String, String> ANSWERS = new TreeMap<>();
                static ServletRegistration.Dynamic late;

                static ServletSecurityElement role(String name) {
                    return new ServletSecurityElement(new HttpConstraintElement(
                            ServletSecurity.TransportGuarantee.NONE, name));
                }

                static String thrown(Runnable call) {
                    try {
                        call.run();
                        return "nothing";
                    } catch (RuntimeException e) {
                        return e.getClass().getSimpleName();
                    }
                }

                public void contextInitialized(ServletContextEvent event) {
                    ServletContext c = event.getServletContext();
                    try {
                        c.addServlet("instance", new E()).addMapping("/instance");
                        c.addServlet("created", c.createServlet(E.class)).addMapping("/created");
                    } catch (ServletException e) {
                        throw new IllegalStateException(e);
                    }
                    c.addServlet("class", E.class).addMapping("/class");
                    c.addServlet("name", "given.E").addMapping("/name");

                    ServletRegistration.Dynamic replaced = c.addServlet("replaced", E.class);
                    replaced.addMapping("/replaced");
                    replaced.setServletSecurity(role("clerk"));

                    ServletRegistration.Dynamic twice = c.addServlet("twice", base.Who.class);
                    twice.addMapping("/twice");
                    twice.setServletSecurity(role("R1"));
                    twice.setServletSecurity(role("clerk"));

                    ServletRegistration.Dynamic later = c.addServlet("later", base.Who.class);
                    later.setServletSecurity(role("R1"));
                    later.addMapping("/later");

                    ServletRegistration.Dynamic written = c.addServlet("written", base.Who.class);
                    written.addMapping("/written", "/unwritten");
                    Set<String> kept = written.setServletSecurity(role("R1"));
                    ANSWERS.put("kept", kept.toString());
                    ANSWERS.put("again", written.setServletSecurity(role("R1")).toString());

                    ServletRegistration.Dynamic methods = c.addServlet("methods", base.Who.class);
                    methods.addMapping("/methods");
                    methods.setServletSecurity(new ServletSecurityElement(List.of(
                            new HttpMethodConstraintElement("PUT", role("R1")))));

                    ServletRegistration.Dynamic denied = c.addServlet("denied", base.Who.class);
                    denied.addMapping("/denied");
                    denied.setServletSecurity(new ServletSecurityElement(
                            new HttpConstraintElement(ServletSecurity.EmptyRoleSemantic.DENY)));

                    ServletRegistration.Dynamic open = c.addServlet("open", E.class);
                    open.addMapping("/open");
                    open.setServletSecurity(new ServletSecurityElement());

                    open.setRunAsRole("manager");
                    ANSWERS.put("run-as", c.getServletRegistration("open").getRunAsRole());
                    late = open;
                }
            }
            """;

    private static final String LOG =
            """
            @WebServlet("/answers") public class Log extends HttpServlet {
                protected void doGet(HttpServletRequest q, HttpServletResponse r)
                        throws IOException {
                    String asked = q.getQueryString();
                    r.getWriter().print(switch (asked) {
                        case "late-security" -> Program.thrown(
                                () -> Program.late.setServletSecurity(Program.role("R1")));
                        default -> Program.ANSWERS.get(asked);
                    });
                }
            }
            """;

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    private static void onlyForR1(String target) throws Exception {
        assertThat(apps.status("GET", null, target)).isEqualTo(401);
        assertThat(apps.status("GET", "bob", target)).isEqualTo(403);
        assertThat(apps.get("ann", target).text()).isEqualTo("GET|ann|BASIC");
    }

    private static void onlyForClerks(String target) throws Exception {
        assertThat(apps.status("GET", null, target)).isEqualTo(401);
        assertThat(apps.status("GET", "ann", target)).isEqualTo(403);
        assertThat(apps.get("bob", target).text()).isEqualTo("GET|bob|BASIC");
    }

    private static void open(String method, String target) throws Exception {
        assertThat(apps.send(method, null, target).text()).isEqualTo(method + "|null|null");
    }

    private static void confidential(String method, String target) throws Exception {
        RawResponse sent = apps.send(method, null, target);
        assertThat(sent.status()).isEqualTo(302);
        assertThat(sent.field("Location")).isEqualTo("https://localhost:8443" + target);
    }

    private static String answer(String what) throws Exception {
        return apps.get(null, "/given/answers?" + what).text();
    }

    // ---- @ServletSecurity: the examples

    @Test
    void section13_4_1_withoutElementsNothingIsConstrained() throws Exception {
        open("GET", "/ann/e1");
        open("POST", "/ann/e1");
    }

    @Test
    void section13_4_1_whatIsConfidentialIsRedirectedAndNeedsNoUser() throws Exception {
        confidential("GET", "/ann/e2");
        confidential("FOO", "/ann/e2");
        assertThat(apps.secure("GET", null, "/ann/e2").text()).isEqualTo("GET|null|null");
    }

    @Test
    void section13_4_1_denyDeniesEverybody() throws Exception {
        assertThat(apps.status("GET", null, "/ann/e3")).isEqualTo(403);
        assertThat(apps.status("GET", "ann", "/ann/e3")).isEqualTo(403);
        assertThat(apps.status("FOO", "ann", "/ann/e3")).isEqualTo(403);
    }

    @Test
    void section13_4_1_theRolesThatAreAllowedAreNeeded() throws Exception {
        onlyForR1("/ann/e4");
        assertThat(apps.status("FOO", null, "/ann/e4")).isEqualTo(401);
    }

    @Test
    void section13_4_1_methodsThatAreNotNamedBesideADefaultAreNotConstrained() throws Exception {
        onlyForR1("/ann/e5");
        open("PUT", "/ann/e5");
        open("FOO", "/ann/e5");
    }

    @Test
    void section13_4_1_aMethodHasAGuaranteeOfItsOwn() throws Exception {
        confidential("POST", "/ann/e5");
        assertThat(apps.secure("POST", null, "/ann/e5").status()).isEqualTo(401);
        assertThat(apps.secure("POST", "bob", "/ann/e5").status()).isEqualTo(403);
        assertThat(apps.secure("POST", "ann", "/ann/e5").text()).isEqualTo("POST|ann|BASIC");
    }

    @Test
    void section13_4_1_aMethodMayBeOpenAmongOthers() throws Exception {
        open("GET", "/ann/e6");
        assertThat(apps.status("PUT", null, "/ann/e6")).isEqualTo(401);
        assertThat(apps.status("PUT", "bob", "/ann/e6")).isEqualTo(403);
        assertThat(apps.send("PUT", "ann", "/ann/e6").text()).isEqualTo("PUT|ann|BASIC");
    }

    @Test
    void section13_4_1_aMethodMayBeDeniedAmongOthers() throws Exception {
        onlyForR1("/ann/e7");
        assertThat(apps.status("DELETE", "ann", "/ann/e7")).isEqualTo(403);
        assertThat(apps.status("DELETE", null, "/ann/e7")).isEqualTo(403);
    }

    @Test
    void section13_4_1_aDefaultWithDefaultsOnlyConstrainsNothing() throws Exception {
        open("GET", "/ann/default");
        open("PUT", "/ann/default");
    }

    // ---- @ServletSecurity: where it counts

    @Test
    void section13_4_1_everyPatternOfTheServletIsConstrained() throws Exception {
        onlyForR1("/ann/e4/below");
        onlyForR1("/ann/some/file.e4");
    }

    @Test
    void section13_4_1_everyServletOfTheClassIsConstrained() throws Exception {
        onlyForR1("/described/one");
        onlyForR1("/described/two/below");
        onlyForR1("/described/second");
    }

    @Test
    void section13_4_1_subclassesInheritIt() throws Exception {
        onlyForR1("/ann/child");
    }

    @Test
    void section13_4_1_theAnnotationOfASubclassReplacesTheInheritedOne() throws Exception {
        open("GET", "/ann/rebel");
    }

    @Test
    void section13_4_1_whatADescriptorSaysOfThePatternCountsAlone() throws Exception {
        onlyForClerks("/ann/both/described");
        onlyForR1("/ann/both/other");
    }

    @Test
    void section13_4_1_withMetadataCompleteItDoesNotCount() throws Exception {
        open("GET", "/complete/e");
    }

    @Test
    void section13_4_1_aServletThatTheApplicationMadeItselfIsNotConstrained() throws Exception {
        open("GET", "/given/instance");
    }

    @Test
    void section13_4_1_aServletThatTheContextCreatedIsConstrained() throws Exception {
        onlyForR1("/given/created");
    }

    @Test
    void section13_4_1_aServletThatIsAddedByItsClassIsConstrained() throws Exception {
        onlyForR1("/given/class");
        onlyForR1("/given/name");
    }

    // ---- @HttpConstraint

    @Test
    void section13_4_1_3_oneOfSeveralRolesIsEnough() throws Exception {
        assertThat(apps.status("GET", "ann", "/ann/two")).isEqualTo(200);
        assertThat(apps.status("GET", "bob", "/ann/two")).isEqualTo(200);
        assertThat(apps.status("GET", "cat", "/ann/two")).isEqualTo(403);
    }

    @Test
    void section13_4_1_3_twoStarsAreEverybodyWhoHasLoggedIn() throws Exception {
        assertThat(apps.status("GET", null, "/ann/any")).isEqualTo(401);
        assertThat(apps.get("cat", "/ann/any").text()).isEqualTo("GET|cat|BASIC");
    }

    @Test
    void section13_4_1_3_oneStarIsNotAllRoles() throws Exception {
        assertThat(apps.status("GET", null, "/ann/star")).as("nobody has it").isEqualTo(403);
        assertThat(apps.status("GET", "ann", "/ann/star")).isEqualTo(403);
    }

    @Test
    void section13_4_1_3_rolesAndGuaranteeAreBothNeeded() throws Exception {
        confidential("GET", "/ann/tls-and-role");
        assertThat(apps.secure("GET", null, "/ann/tls-and-role").status()).isEqualTo(401);
        assertThat(apps.secure("GET", "bob", "/ann/tls-and-role").status()).isEqualTo(403);
        assertThat(apps.secure("GET", "ann", "/ann/tls-and-role").status()).isEqualTo(200);
    }

    @Test
    void section13_4_1_3_denyTogetherWithRolesKeepsTheApplicationFromBeingServed()
            throws Exception {
        assertThat(apps.status("GET", "ann", "/wrong/e")).isEqualTo(503);
    }

    // ---- setServletSecurity

    @Test
    void section13_4_2_itReplacesTheAnnotation() throws Exception {
        onlyForClerks("/given/replaced");
        open("GET", "/given/open");
    }

    @Test
    void section13_4_2_theLastCallCounts() throws Exception {
        onlyForClerks("/given/twice");
    }

    @Test
    void section13_4_2_patternsThatComeLaterAreConstrainedToo() throws Exception {
        onlyForR1("/given/later");
    }

    @Test
    void section13_4_2_whatADescriptorSaysOfThePatternStays() throws Exception {
        onlyForClerks("/given/written");
        onlyForR1("/given/unwritten");
    }

    @Test
    void section13_4_2_itTellsThePatternsOfTheDescriptor() throws Exception {
        assertThat(answer("kept")).isEqualTo("[/written]");
        assertThat(answer("again")).isEqualTo("[/written]");
    }

    @Test
    void section13_4_2_itIsTooLateAfterTheInitialisation() throws Exception {
        assertThat(answer("late-security")).isEqualTo("IllegalStateException");
    }

    @Test
    void section13_4_2_methodsAreConstrainedAsByAnAnnotation() throws Exception {
        assertThat(apps.status("PUT", null, "/given/methods")).isEqualTo(401);
        assertThat(apps.status("PUT", "bob", "/given/methods")).isEqualTo(403);
        open("GET", "/given/methods");
    }

    @Test
    void section13_4_2_denyDeniesEverybody() throws Exception {
        assertThat(apps.status("GET", "ann", "/given/denied")).isEqualTo(403);
    }

    // ---- roles of registrations

    @Test
    @Section("ServletRegistration.getRunAsRole")
    void theRoleThatWasSetIsTold() throws Exception {
        assertThat(answer("run-as")).isEqualTo("manager");
    }
}
