package dev.serval.tests;

import static dev.serval.tests.GuardedApps.constraint;
import static dev.serval.tests.GuardedApps.method;
import static dev.serval.tests.GuardedApps.omission;
import static dev.serval.tests.GuardedApps.roles;
import static dev.serval.tests.GuardedApps.transport;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Servlet 6.1 §13.8: constraints, how they combine, and what they leave open. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO"})
final class Servlet61Section13_8ConstraintsTest {
    @TempDir private static Path temp;
    private static GuardedApps apps;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        String all = GuardedApps.servlet("base.Who", "", "/*");
        String combined =
                // one without roles, beside one with
                constraint("/open/*", "", roles("R1"))
                        + constraint("/open/*", "", "")
                        // one that denies, beside everything
                        + constraint("/denied/*", "", roles())
                        + constraint("/denied/*", "", roles("R1", "**"))
                        + constraint("/denied/*", "", "")
                        // roles add up
                        + constraint("/union/*", "", roles("R1"))
                        + constraint("/union/*", "", roles("clerk"))
                        + constraint("/anybody/*", "", roles("R1"))
                        + constraint("/anybody/*", "", roles("**"))
                        + constraint("/star/*", "", roles("*"))
                        // connections
                        + constraint("/tls/*", "", transport("CONFIDENTIAL"))
                        + constraint("/integral/*", "", transport("INTEGRAL"))
                        + constraint("/none/*", "", transport("NONE"))
                        + constraint("/tls-or-not/*", "", transport("CONFIDENTIAL"))
                        + constraint("/tls-or-not/*", "", roles("R1"))
                        + constraint("/tls-or-none/*", "", transport("CONFIDENTIAL"))
                        + constraint("/tls-or-none/*", "", transport("NONE"))
                        + constraint("/tls-denied/*", "", roles() + transport("CONFIDENTIAL"))
                        + constraint("/tls-post/*", method("POST"), transport("CONFIDENTIAL"))
                        // the best match counts alone
                        + constraint("/best/*", "", roles())
                        + constraint("/best/inner/*", "", roles("R1"))
                        + constraint("/best/inner/exact", "", roles("clerk"))
                        + constraint("*.txt", "", roles("clerk"))
                        // methods
                        + constraint("/get/*", method("GET"), roles("R1"))
                        + constraint("/lower/*", method("get"), roles("R1"))
                        + constraint("/omit/*", omission("GET", "PUT"), roles("R1"))
                        + constraint("/split/*", method("GET"), roles("R1"))
                        + constraint("/split/*", omission("GET"), roles())
                        + "<security-role><role-name>clerk</role-name></security-role>";
        apps =
                new GuardedApps(wire, temp.resolve(wire.name()))
                        .app("app", GuardedApps.basic(all + combined))
                        .app(
                                "deny",
                                GuardedApps.basic(
                                        "<deny-uncovered-http-methods/>" + all + combined))
                        .app(
                                "acme",
                                GuardedApps.basic(
                                        all
                                                + constraint("/*", omission("GET", "POST"), roles())
                                                + constraint(
                                                        "/acme/wholesale/*",
                                                        omission("GET", "POST"),
                                                        roles())
                                                + constraint(
                                                        "/acme/wholesale/*",
                                                        method("GET", "PUT"),
                                                        roles("clerk"))
                                                + constraint(
                                                        "/acme/wholesale/*",
                                                        method("GET", "POST"),
                                                        roles("R1") + transport("CONFIDENTIAL"))))
                        .app(
                                "root",
                                GuardedApps.basic(
                                        all
                                                + constraint("/", "", roles("R1"))
                                                + constraint("", "", roles("clerk"))))
                        .start();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    /** What nobody, ann (R1), bob (clerk) and cat (no role) get. */
    private static String all(String method, String target) throws Exception {
        return apps.status(method, null, target)
                + " "
                + apps.status(method, "ann", target)
                + " "
                + apps.status(method, "bob", target)
                + " "
                + apps.status(method, "cat", target);
    }

    // ---- 13.8: what a constraint is

    @Test
    void section13_8_whatNoConstraintSpeaksOfIsServedToAll() throws Exception {
        assertThat(all("GET", "/app/free/x")).isEqualTo("200 200 200 200");
    }

    @Test
    void section13_8_aUserNeedsOneOfTheRoles() throws Exception {
        assertThat(all("GET", "/app/union/x")).isEqualTo("401 200 200 403");
    }

    @Test
    void section13_8_aConstraintWithoutRolesDeniesAll() throws Exception {
        assertThat(all("GET", "/app/best/x")).isEqualTo("403 403 403 403");
    }

    @Test
    void section13_8_twoStarsAreEverybodyWhoHasLoggedIn() throws Exception {
        assertThat(all("GET", "/app/anybody/x")).isEqualTo("401 200 200 200");
    }

    @Test
    void section13_8_oneStarIsEveryRoleOfTheDescriptor() throws Exception {
        assertThat(all("GET", "/app/star/x")).isEqualTo("401 200 200 403");
    }

    @Test
    void section13_8_withoutAUserDataConstraintEveryConnectionIsGood() throws Exception {
        assertThat(apps.secure("GET", "ann", "/app/union/x").status()).isEqualTo(200);
        assertThat(apps.send("GET", "ann", "/app/union/x").status()).isEqualTo(200);
    }

    @Test
    void section13_8_theGuaranteeNoneAcceptsEveryConnection() throws Exception {
        assertThat(all("GET", "/app/none/x")).isEqualTo("200 200 200 200");
    }

    @Test
    void section13_8_confidentialNeedsAProtectedConnection() throws Exception {
        assertThat(all("GET", "/app/tls/x")).isEqualTo("302 302 302 302");
        assertThat(apps.secure("GET", null, "/app/tls/x").text()).isEqualTo("GET|null|null");
    }

    @Test
    void section13_8_integralIsTakenAsConfidential() throws Exception {
        assertThat(apps.get(null, "/app/integral/x").field("Location"))
                .isEqualTo("https://localhost:8443/app/integral/x");
        assertThat(apps.secure("GET", null, "/app/integral/x").status()).isEqualTo(200);
    }

    // ---- 13.8.1: combining

    @Test
    void section13_8_1_oneWithoutAuthConstraintLetsAllIn() throws Exception {
        assertThat(all("GET", "/app/open/x")).isEqualTo("200 200 200 200");
    }

    @Test
    void section13_8_1_oneThatDeniesOverridesAllOthers() throws Exception {
        assertThat(all("GET", "/app/denied/x")).isEqualTo("403 403 403 403");
    }

    @Test
    void section13_8_1_oneWithoutUserDataConstraintLetsEveryConnectionIn() throws Exception {
        assertThat(all("GET", "/app/tls-or-not/x")).isEqualTo("200 200 200 200");
    }

    @Test
    void section13_8_1_kindsOfConnectionsAddUp() throws Exception {
        assertThat(all("GET", "/app/tls-or-none/x")).isEqualTo("200 200 200 200");
    }

    @Test
    void section13_8_1_methodsOfSeveralConstraintsAddUp() throws Exception {
        assertThat(all("GET", "/app/split/x")).isEqualTo("401 200 403 403");
        assertThat(all("PUT", "/app/split/x")).isEqualTo("403 403 403 403");
    }

    // ---- 13.8.2: the example

    @Test
    void section13_8_2_allButGetAndPostArePrecluded() throws Exception {
        assertThat(all("PUT", "/acme/other")).isEqualTo("403 403 403 403");
        assertThat(all("DELETE", "/acme/acme/wholesale/x")).isEqualTo("403 403 403 403");
        assertThat(all("PUT", "/acme/acme/wholesale/x")).isEqualTo("403 403 403 403");
        assertThat(all("GET", "/acme/other")).isEqualTo("200 200 200 200");
    }

    @Test
    void section13_8_2_wholesaleIsGotByBothRolesOverAnyConnection() throws Exception {
        assertThat(all("GET", "/acme/acme/wholesale/x")).isEqualTo("401 200 200 403");
    }

    @Test
    void section13_8_2_wholesaleIsPostedByOneRoleOverTls() throws Exception {
        assertThat(all("POST", "/acme/acme/wholesale/x")).isEqualTo("302 302 302 302");
        assertThat(apps.secure("POST", "ann", "/acme/acme/wholesale/x").status()).isEqualTo(200);
        assertThat(apps.secure("POST", "bob", "/acme/acme/wholesale/x").status()).isEqualTo(403);
        assertThat(apps.secure("POST", null, "/acme/acme/wholesale/x").status()).isEqualTo(401);
    }

    // ---- 13.8.3: requests

    @Test
    void section13_8_3_theLongestPrefixCountsAlone() throws Exception {
        assertThat(all("GET", "/app/best/x")).isEqualTo("403 403 403 403");
        assertThat(all("GET", "/app/best/inner/x")).isEqualTo("401 200 403 403");
    }

    @Test
    void section13_8_3_theExactMatchCountsAlone() throws Exception {
        assertThat(all("GET", "/app/best/inner/exact")).isEqualTo("401 403 200 403");
    }

    @Test
    void section13_8_3_aPrefixCountsMoreThanAnExtension() throws Exception {
        assertThat(all("GET", "/app/free/x.txt")).isEqualTo("401 403 200 403");
        assertThat(all("GET", "/app/best/inner/x.txt")).isEqualTo("401 200 403 403");
    }

    @Test
    void section13_8_3_theSlashIsForWhatNothingElseMatches() throws Exception {
        assertThat(all("GET", "/root/anything/x")).isEqualTo("401 200 403 403");
    }

    @Test
    void section13_8_3_theEmptyPatternIsTheRootAlone() throws Exception {
        assertThat(all("GET", "/root/")).isEqualTo("401 403 200 403");
    }

    @Test
    void section13_8_3_theConnectionIsLookedAtBeforeTheUser() throws Exception {
        RawResponse sent = apps.send("POST", null, "/app/tls-post/x?a=b&c=%2f");
        assertThat(sent.status()).isEqualTo(302);
        assertThat(sent.field("Location"))
                .isEqualTo("https://localhost:8443/app/tls-post/x?a=b&c=%2f");
        assertThat(sent.field("WWW-Authenticate")).isNull();
    }

    @Test
    void section13_8_3_whatIsPrecludedIsForbiddenAndNotRedirected() throws Exception {
        assertThat(all("GET", "/app/tls-denied/x")).isEqualTo("403 403 403 403");
    }

    @Test
    void section13_8_3_whoIsNotKnownIsChallengedAndWhoIsIsForbidden() throws Exception {
        RawResponse unknown = apps.get(null, "/app/get/x");
        assertThat(unknown.status()).isEqualTo(401);
        assertThat(unknown.field("WWW-Authenticate")).startsWith("Basic realm=");
        RawResponse known = apps.get("bob", "/app/get/x");
        assertThat(known.status()).isEqualTo(403);
        assertThat(known.field("WWW-Authenticate")).isNull();
    }

    @Test
    void section13_8_3_aMethodThatTheBestMatchDoesNotNameIsAccepted() throws Exception {
        assertThat(all("POST", "/app/get/x")).isEqualTo("200 200 200 200");
        assertThat(all("GET", "/app/tls-post/x")).isEqualTo("200 200 200 200");
    }

    // ---- 13.8.4: uncovered methods

    @Test
    void section13_8_4_methodsThatAreNamedAreCoveredAlone() throws Exception {
        assertThat(all("GET", "/app/get/x")).isEqualTo("401 200 403 403");
        assertThat(all("PUT", "/app/get/x")).isEqualTo("200 200 200 200");
        assertThat(all("FOO", "/app/get/x")).isEqualTo("200 200 200 200");
    }

    @Test
    void section13_8_4_methodsThatAreOmittedAreUncovered() throws Exception {
        assertThat(all("GET", "/app/omit/x")).isEqualTo("200 200 200 200");
        assertThat(all("PUT", "/app/omit/x")).isEqualTo("200 200 200 200");
        assertThat(all("POST", "/app/omit/x")).isEqualTo("401 200 403 403");
        assertThat(all("FOO", "/app/omit/x")).isEqualTo("401 200 403 403");
    }

    @Test
    void section13_8_4_withoutMethodsAllAreCovered() throws Exception {
        assertThat(all("FOO", "/app/union/x")).isEqualTo("401 200 200 403");
    }

    @Test
    void section13_8_4_methodsAreToldApartByCase() throws Exception {
        assertThat(all("GET", "/app/lower/x")).isEqualTo("200 200 200 200");
        assertThat(all("get", "/app/lower/x")).isEqualTo("401 200 403 403");
    }

    @Test
    void section13_8_4_2_uncoveredMethodsAreDeniedOnRequest() throws Exception {
        assertThat(all("PUT", "/deny/get/x")).isEqualTo("403 403 403 403");
        assertThat(all("GET", "/deny/omit/x")).isEqualTo("403 403 403 403");
        assertThat(all("FOO", "/deny/tls-post/x")).isEqualTo("403 403 403 403");
    }

    @Test
    void section13_8_4_2_whatIsCoveredIsAsBefore() throws Exception {
        assertThat(all("GET", "/deny/get/x")).isEqualTo("401 200 403 403");
        assertThat(all("POST", "/deny/omit/x")).isEqualTo("401 200 403 403");
        assertThat(all("FOO", "/deny/union/x")).isEqualTo("401 200 200 403");
    }

    @Test
    void section13_8_4_2_patternsWithoutConstraintAreAsBefore() throws Exception {
        assertThat(all("PUT", "/deny/free/x")).isEqualTo("200 200 200 200");
    }
}
