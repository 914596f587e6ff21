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

/** Servlet 6.1 §13.2, §13.3: what requests tell of their caller, and how programs change it. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO"})
final class Servlet61Section13_3RequestTest {
    /** Does what its query says, one step after the other. */
    private static final String STEPS =
            """
            @WebServlet({"/steps", "/in/steps"}) public class Steps extends HttpServlet {
                static volatile String last;

                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    StringBuilder seen = new StringBuilder();
                    for (String step : q.getQueryString().split("&")) {
                        String[] s = step.split("=");
                        try {
                            seen.append(switch (s[0]) {
                                case "user" -> String.valueOf(q.getRemoteUser());
                                case "principal" -> String.valueOf(q.getUserPrincipal() == null
                                        ? null : q.getUserPrincipal().getName());
                                case "how" -> String.valueOf(q.getAuthType());
                                case "role" -> q.isUserInRole(s.length > 1
                                        ? s[1].replace("S", "*") : null);
                                case "login" -> { q.login(s[1], s[1]); yield "in"; }
                                case "wrong" -> { q.login(s[1], "wrong"); yield "in"; }
                                case "logout" -> { q.logout(); yield "out"; }
                                case "authenticate" -> q.authenticate(r);
                                case "committed" -> r.isCommitted();
                                case "flush" -> { r.flushBuffer(); yield "flushed"; }
                                case "id" -> q.getSession().getId();
                                case "last" -> last;
                                default -> "?";
                            });
                        } catch (ServletException | IllegalStateException e) {
                            seen.append(e.getClass().getSimpleName());
                        }
                        seen.append(' ');
                    }
                    last = seen.toString().strip();
                    if (!r.isCommitted()) {
                        r.getWriter().print(last);
                    }
                }
            }
            """;

    private static final String ROLES =
            "<security-role-ref><role-name>FOO</role-name><role-link>manager</role-link>"
                    + "</security-role-ref><security-role-ref><role-name>clerk</role-name>"
                    + "<role-link>R1</role-link></security-role-ref><security-role-ref>"
                    + "<role-name>all</role-name><role-link>**</role-link></security-role-ref>";

    private static final String FILTER =
            """
            @WebFilter("/*") public class Seen extends HttpFilter {
                static int calls;
                protected void doFilter(HttpServletRequest q, HttpServletResponse r, FilterChain c)
                        throws IOException, ServletException {
                    r.setHeader("Filter", q.getRemoteUser() + " " + ++calls);
                    c.doFilter(q, r);
                }
            }
            """;

    private static final String DISPATCHER =
            """
            @WebServlet("/dispatch") public class Dispatcher extends HttpServlet {
                protected void doGet(HttpServletRequest q, HttpServletResponse r)
                        throws IOException, ServletException {
                    String[] s = q.getQueryString().split("=");
                    RequestDispatcher to = q.getRequestDispatcher(s[1]);
                    if (s[0].equals("include")) {
                        r.getWriter().print("before ");
                        to.include(q, r);
                    } else {
                        to.forward(q, r);
                    }
                }
            }
            """;

    @TempDir private static Path temp;
    private static GuardedApps apps;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        String guarded = GuardedApps.constraint("/in/*", "", GuardedApps.roles("R1"));
        apps =
                new GuardedApps(wire, temp.resolve(wire.name()))
                        .app(
                                "basic",
                                GuardedApps.basic(
                                        guarded
                                                + GuardedApps.servlet("base.Who", "", "/in/who")
                                                + "<error-page><error-code>404</error-code>"
                                                + "<location>/in/who</location></error-page>"),
                                STEPS,
                                FILTER,
                                DISPATCHER)
                        .file("in/secret.txt", "secret")
                        .app(
                                "linked",
                                GuardedApps.basic(
                                        GuardedApps.servlet("linked.Steps", ROLES, "/roles")),
                                STEPS)
                        .app(
                                "declared",
                                GuardedApps.basic(
                                        "<security-role><role-name>**</role-name></security-role>"),
                                STEPS)
                        .app("none", "<web-app/>", STEPS)
                        .app(
                                "cert",
                                "<web-app><login-config><auth-method>CLIENT-CERT</auth-method>"
                                        + "</login-config></web-app>",
                                STEPS)
                        .start();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    private static String steps(String user, String target) throws Exception {
        return apps.get(user, target).text();
    }

    // ---- 13.2: to what the security model applies

    @Test
    void section13_2_itAppliesToStaticContent() throws Exception {
        assertThat(apps.status("GET", null, "/basic/in/secret.txt")).isEqualTo(401);
        assertThat(apps.status("GET", "bob", "/basic/in/secret.txt")).isEqualTo(403);
        assertThat(apps.get("ann", "/basic/in/secret.txt").text()).isEqualTo("secret");
    }

    @Test
    void section13_2_itAppliesToFilters() throws Exception {
        int before = calls("/basic/steps?user");
        RawResponse refused = apps.get(null, "/basic/in/who");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.field("Filter")).isNull();
        assertThat(calls("/basic/steps?user")).as("not called between").isEqualTo(before + 1);
        assertThat(apps.get("ann", "/basic/in/who").field("Filter")).startsWith("ann ");
    }

    private static int calls(String target) throws Exception {
        return Integer.parseInt(apps.get(null, target).field("Filter").split(" ")[1]);
    }

    @Test
    void section13_2_itDoesNotApplyToForwards() throws Exception {
        assertThat(apps.get(null, "/basic/dispatch?forward=/in/who").text())
                .isEqualTo("GET|null|null");
        assertThat(apps.get(null, "/basic/dispatch?forward=/in/secret.txt").text())
                .isEqualTo("secret");
    }

    @Test
    void section13_2_itDoesNotApplyToIncludes() throws Exception {
        assertThat(apps.get(null, "/basic/dispatch?include=/in/who").text())
                .isEqualTo("before GET|null|null");
        assertThat(apps.get(null, "/basic/dispatch?include=/in/secret.txt").text())
                .isEqualTo("before secret");
    }

    @Test
    void section13_2_itDoesNotApplyToErrorPages() throws Exception {
        RawResponse page = apps.get(null, "/basic/nothing");
        assertThat(page.status()).isEqualTo(404);
        assertThat(page.text()).isEqualTo("GET|null|null");
    }

    // ---- 13.3: nobody

    @Test
    void section13_3_withoutALoginThereIsNoCaller() throws Exception {
        assertThat(steps(null, "/basic/steps?user&principal&how&role=R1&role=SS"))
                .isEqualTo("null null null false false");
    }

    @Test
    void section13_3_thePrincipalHasTheNameOfTheRemoteUser() throws Exception {
        assertThat(steps("ann", "/basic/in/steps?user&principal&how")).isEqualTo("ann ann BASIC");
    }

    // ---- 13.3: roles

    @Test
    void section13_3_theUserIsInItsRolesAndInNoOther() throws Exception {
        assertThat(steps("ann", "/basic/in/steps?role=R1&role=manager&role=clerk"))
                .isEqualTo("true true false");
    }

    @Test
    void section13_3_aReferenceStandsForTheRoleThatItLinksTo() throws Exception {
        assertThat(steps(null, "/linked/roles?login=ann&role=FOO")).isEqualTo("in true");
        assertThat(steps(null, "/linked/roles?login=bob&role=FOO")).isEqualTo("in false");
    }

    @Test
    void section13_3_aReferenceHidesTheRoleOfItsName() throws Exception {
        assertThat(steps(null, "/linked/roles?login=bob&role=clerk")).isEqualTo("in false");
        assertThat(steps(null, "/linked/roles?login=ann&role=clerk")).isEqualTo("in true");
    }

    @Test
    void section13_3_withoutAReferenceTheRoleOfThatNameCounts() throws Exception {
        assertThat(steps(null, "/linked/roles?login=ann&role=manager")).isEqualTo("in true");
        assertThat(steps(null, "/linked/steps?login=bob&role=clerk"))
                .as("references are those of one servlet")
                .isEqualTo("in true");
    }

    @Test
    void section13_3_nobodyIsInTheRoleStar() throws Exception {
        assertThat(steps(null, "/basic/steps?role=S&login=ann&role=S")).isEqualTo("false in false");
    }

    @Test
    void section13_3_whoHasLoggedInIsInTheRoleOfTwoStars() throws Exception {
        assertThat(steps(null, "/basic/steps?role=SS&login=cat&role=SS&logout&role=SS"))
                .isEqualTo("false in true out false");
    }

    @Test
    void section13_3_aReferenceMayLinkToTwoStars() throws Exception {
        assertThat(steps(null, "/linked/roles?role=all&login=cat&role=all"))
                .isEqualTo("false in true");
    }

    @Test
    void section13_3_aRoleOfTwoStarsThatIsDeclaredIsOneLikeOthers() throws Exception {
        assertThat(steps(null, "/declared/steps?login=ann&role=SS")).isEqualTo("in false");
    }

    @Test
    @Section("HttpServletRequest.isUserInRole")
    void nobodyIsInTheRoleNull() throws Exception {
        assertThat(steps("ann", "/basic/in/steps?role")).isEqualTo("false");
    }

    // ---- login

    @Test
    @Section("HttpServletRequest.login")
    void aLoginEstablishesUserPrincipalAndMethod() throws Exception {
        assertThat(steps(null, "/basic/steps?login=ann&user&principal&how"))
                .isEqualTo("in ann ann BASIC");
    }

    @Test
    @Section("HttpServletRequest.login")
    void withoutALoginConfigTheMethodIsNotNull() throws Exception {
        assertThat(steps(null, "/none/steps?login=ann&user&how")).isEqualTo("in ann LOGIN");
    }

    @Test
    @Section("HttpServletRequest.login")
    void aWrongPasswordIsAnExceptionAndEstablishesNothing() throws Exception {
        assertThat(steps(null, "/basic/steps?wrong=ann&user&principal&how"))
                .isEqualTo("ServletException null null null");
    }

    @Test
    @Section("HttpServletRequest.login")
    void aUserWhoIsNotKnownIsAnException() throws Exception {
        assertThat(steps(null, "/basic/steps?login=nobody&user"))
                .isEqualTo("ServletException null");
    }

    @Test
    @Section("HttpServletRequest.login")
    void aSecondLoginIsAnExceptionAndTheFirstOneStays() throws Exception {
        assertThat(steps(null, "/basic/steps?login=ann&login=bob&user&login=ann"))
                .isEqualTo("in ServletException ann ServletException");
    }

    @Test
    @Section("HttpServletRequest.login")
    void whoHasLoggedInByTheContainerCannotLogInAgain() throws Exception {
        assertThat(steps("ann", "/basic/in/steps?login=ann&user"))
                .isEqualTo("ServletException ann");
    }

    @Test
    @Section("HttpServletRequest.login")
    void whereCertificatesAreTheWayAPasswordIsAnException() throws Exception {
        assertThat(steps(null, "/cert/steps?login=ann&user")).isEqualTo("ServletException null");
    }

    @Test
    @Section("HttpServletRequest.login")
    void anotherUserMayLogInAfterALogout() throws Exception {
        assertThat(steps(null, "/basic/steps?login=ann&logout&login=bob&user&role=R1&role=clerk"))
                .isEqualTo("in out in bob false true");
    }

    @Test
    @Section("HttpServletRequest.login")
    void aLoginGivesTheSessionAnotherId() throws Exception {
        RawResponse answer = apps.get(null, "/basic/steps?id&login=ann&id");
        String[] ids = answer.text().split(" in ");
        assertThat(ids).hasSize(2).doesNotHaveDuplicates();
        assertThat(answer.field("Set-Cookie")).startsWith("JSESSIONID=" + ids[1] + ";");
    }

    @Test
    @Section("HttpServletRequest.login")
    void withoutASessionTheLoginIsThatOfTheRequest() throws Exception {
        RawResponse in = apps.get(null, "/basic/steps?login=ann&user");
        assertThat(in.field("Set-Cookie")).isNull();
        assertThat(steps(null, "/basic/steps?user")).isEqualTo("null");
    }

    // ---- logout

    @Test
    @Section("HttpServletRequest.logout")
    void aLogoutEstablishesNull() throws Exception {
        assertThat(steps("ann", "/basic/in/steps?user&logout&user&principal&how&role=R1"))
                .isEqualTo("ann out null null null false");
    }

    @Test
    @Section("HttpServletRequest.logout")
    void whoHasNotLoggedInMayLogOut() throws Exception {
        assertThat(steps(null, "/none/steps?logout&user")).isEqualTo("out null");
    }

    // ---- authenticate

    @Test
    @Section("HttpServletRequest.authenticate")
    void whoHasLoggedInIsNotAsked() throws Exception {
        assertThat(steps(null, "/basic/steps?login=ann&authenticate&user"))
                .isEqualTo("in true ann");
        assertThat(steps("ann", "/basic/in/steps?authenticate")).isEqualTo("true");
    }

    @Test
    @Section("HttpServletRequest.authenticate")
    void whoSendsThePasswordIsEstablished() throws Exception {
        assertThat(steps("bob", "/basic/steps?user&authenticate&user&principal&how"))
                .isEqualTo("null true bob bob BASIC");
    }

    @Test
    @Section("HttpServletRequest.authenticate")
    void whoDoesNotIsAskedAndTheResponseIsCommitted() throws Exception {
        RawResponse asked = apps.get(null, "/basic/steps?authenticate&committed&user");
        assertThat(asked.status()).isEqualTo(401);
        assertThat(asked.field("WWW-Authenticate")).startsWith("Basic ");
        assertThat(steps(null, "/basic/steps?last")).isEqualTo("false true null");
    }

    @Test
    @Section("HttpServletRequest.authenticate")
    void afterTheCommitNobodyCanBeAsked() throws Exception {
        apps.get(null, "/basic/steps?flush&authenticate&user");
        assertThat(steps(null, "/basic/steps?last"))
                .isEqualTo("flushed IllegalStateException null");
    }

    @Test
    @Section("HttpServletRequest.authenticate")
    void withoutALoginConfigItIsTheCallersFault() throws Exception {
        assertThat(steps(null, "/none/steps?authenticate&committed"))
                .isEqualTo("ServletException false");
    }
}
