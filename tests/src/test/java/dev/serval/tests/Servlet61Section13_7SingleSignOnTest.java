package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servlet 6.1 §13.7 and §13.6.3: the applications of a host with the valve SingleSignOn share their
 * logins. What somebody sees is {@code user|how|session}.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO"})
final class Servlet61Section13_7SingleSignOnTest {
    private static final String NOBODY = "null|null|false";
    private static final String ANN = basic("ann:s3cret");

    @TempDir private static Path temp;
    private static SharedLogins site;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        site = new SharedLogins(wire, temp.resolve(wire.name()));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        site.close();
    }

    private static String basic(String user) {
        byte[] bytes = user.getBytes(StandardCharsets.UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(bytes);
    }

    private static SharedLogins.Browser browser() {
        return site.browser("localhost");
    }

    /** One that has logged in by the form of {@code /form}. */
    private static SharedLogins.Browser loggedIn() throws IOException {
        SharedLogins.Browser browser = browser();
        browser.logIn("/form", "ann", "s3cret");
        return browser;
    }

    // ---- a login is that of all applications

    @Test
    @Section("13.7")
    void whoHasLoggedInByAFormIsKnownInOtherApplications() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/basic/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/other/in/who").text()).isEqualTo("ann|FORM|true");
    }

    @Test
    @Section("13.7")
    void whoHasLoggedInByBasicIsKnownWhereAFormIsUsed() throws IOException {
        SharedLogins.Browser browser = browser();
        assertThat(browser.get("/basic/in/who", ANN).text()).isEqualTo("ann|BASIC|true");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|BASIC|true");
    }

    @Test
    @Section("13.7")
    void aLoginOfTheProgramIsKnownToo() throws IOException {
        SharedLogins.Browser browser = browser();
        assertThat(browser.get("/basic/open/login").text()).isEqualTo("ann|BASIC|true");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|BASIC|true");
    }

    @Test
    @Section("13.7")
    void whatIsOpenKnowsWhoItIsToo() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        RawResponse open = browser.get("/basic/open/who");
        assertThat(open.text()).isEqualTo("ann|FORM|false");
        assertThat(open.all("Set-Cookie")).as("nothing is begun for it").isEmpty();
    }

    @Test
    @Section("13.7")
    void authenticateAsksNobodyWhoHasLoggedInElsewhere() throws IOException {
        assertThat(browser().get("/basic/open/authenticate").status()).isEqualTo(401);
        assertThat(loggedIn().get("/basic/open/authenticate").text()).startsWith("ann|FORM|");
    }

    @Test
    @Section("13.7")
    void rolesCountAsEver() throws IOException {
        SharedLogins.Browser browser = browser();
        browser.logIn("/form", "bob", "b");
        assertThat(browser.get("/form/in/who").status()).isEqualTo(403);
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(403);
        assertThat(browser.get("/basic/open/who").text()).startsWith("bob|FORM|");
    }

    @Test
    void aSessionThatWasThereBeforeGetsAnotherId() throws IOException {
        SharedLogins.Browser browser = browser();
        browser.get("/basic/open/session");
        String before = browser.cookie("/basic");
        browser.logIn("/form", "ann", "s3cret");
        assertThat(browser.get("/basic/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.cookie("/basic")).as("session fixation").isNotEqualTo(before);
        String after = browser.cookie("/basic");
        browser.get("/basic/in/who");
        assertThat(browser.cookie("/basic")).as("known, so it keeps its id").isEqualTo(after);
    }

    @Test
    void whatIsAskedForWithoutACookieIsAskedForAgain() throws IOException {
        loggedIn();
        assertThat(browser().get("/form/in/who").text()).isEqualTo("login page");
        assertThat(browser().get("/basic/in/who").status()).isEqualTo(401);
    }

    // ---- the cookie

    @Test
    void theCookieIsForTheHostAndNotForScriptsAndOtherSites() throws IOException {
        RawResponse in = browser().get("/basic/in/who", ANN);
        assertThat(SharedLogins.sso(in))
                .matches("JSESSIONIDSSO=[0-9A-F]{40}; HttpOnly; Path=/; SameSite=Lax");
    }

    @Test
    void overTlsTheCookieIsSecure() throws IOException {
        RawResponse in = browser().secure("/basic/in/who", ANN);
        assertThat(SharedLogins.sso(in))
                .matches("JSESSIONIDSSO=[0-9A-F]{40}; HttpOnly; Path=/; SameSite=Lax; Secure");
    }

    @Test
    void theCookieIsToldOnce() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        assertThat(browser.get("/form/in/who").all("Set-Cookie")).isEmpty();
        assertThat(browser.get("/basic/in/who").all("Set-Cookie"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("JSESSIONID=");
    }

    @Test
    void anIdThatTheClientMadeUpIsNotAdopted() throws IOException {
        SharedLogins.Browser browser = browser();
        String made = "A".repeat(40);
        browser.keep("JSESSIONIDSSO=" + made);
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
        RawResponse in = browser.get("/basic/in/who", ANN);
        assertThat(SharedLogins.sso(in)).doesNotContain(made);
    }

    @Test
    void everyLoginHasAnIdOfItsOwn() throws IOException {
        String one = SharedLogins.sso(browser().get("/basic/in/who", ANN));
        String other = SharedLogins.sso(browser().get("/basic/in/who", ANN));
        assertThat(one).isNotEqualTo(other);
    }

    @Test
    void nameAndDomainAreAsConfigured() throws IOException {
        RawResponse in = site.browser("again").get("/basic/in/who", ANN);
        assertThat(SharedLogins.sso(in))
                .matches("SSO=[0-9A-F]{40}; Domain=example.org; HttpOnly; Path=/; SameSite=Lax");
    }

    // ---- it ends everywhere

    @Test
    @Section("13.8")
    void aLogOutIsThatOfAllApplications() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        browser.get("/basic/in/who");
        browser.get("/other/in/who");
        assertThat(browser.get("/other/open/logout").text()).isEqualTo("null|null|true");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("login page");
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
        assertThat(browser.get("/other/open/who").text()).startsWith("null|null|");
    }

    @Test
    @Section("13.8")
    void theSessionsOfTheOtherApplicationsEndWithIt() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        browser.get("/basic/in/who");
        String session = browser.cookie("/basic");
        browser.get("/form/open/logout");
        SharedLogins.Browser late = browser();
        late.keep(session);
        assertThat(late.get("/basic/open/who").text()).isEqualTo(NOBODY);
    }

    @Test
    @Section("13.8")
    void aLogOutWhereNoSessionIsEndsItToo() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        assertThat(browser.get("/basic/open/logout").text()).isEqualTo(NOBODY);
        assertThat(browser.get("/form/in/who").text()).isEqualTo("login page");
    }

    @Test
    @Section("13.6.3.1")
    void aSessionThatAnApplicationEndsLogsOutEverywhere() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        browser.get("/basic/in/who");
        browser.get("/basic/open/invalidate");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("login page");
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
    }

    @Test
    void theIdThatHasEndedIsOfNoUse() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        String shown = browser.cookie("/");
        browser.get("/form/open/logout");
        SharedLogins.Browser thief = browser();
        thief.keep(shown);
        assertThat(thief.get("/form/open/who").text()).isEqualTo(NOBODY);
    }

    @Test
    void othersStayLoggedIn() throws IOException {
        SharedLogins.Browser one = loggedIn();
        SharedLogins.Browser other = loggedIn();
        one.get("/form/open/logout");
        assertThat(other.get("/basic/in/who").text()).isEqualTo("ann|FORM|true");
    }

    @Test
    void listenersOfOtherApplicationsAreCalledAsTheirOwn() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        browser.get("/other/in/who");
        String before = browser.get("/other/open/ended").text();
        browser.get("/form/open/logout");
        String after = browser.get("/other/open/ended").text();
        assertThat(after).isEqualTo(Integer.parseInt(before.split(" ")[0]) + 1 + " true");
    }

    // ---- sessions end one by one by time

    @Test
    void aSessionWhoseTimeIsOverEndsAloneAndTheLastOneEndsTheLogin() throws Exception {
        assumeTrue(wire == Wire.NIO, "it takes its seconds, and no connector has a part in it");
        SharedLogins.Browser browser = loggedIn();
        browser.get("/other/in/who");
        String before = browser.get("/other/open/ended").text();
        browser.get("/other/in/short");
        SharedLogins.Browser watcher = browser();
        Waiting.until(
                "the session is over",
                () -> !watcher.get("/other/open/ended").text().equals(before));
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/other/in/who").text()).as("anew").isEqualTo("ann|FORM|true");

        SharedLogins.Browser single = browser();
        single.get("/other/open/login");
        String shown = single.cookie("/");
        String count = watcher.get("/other/open/ended").text();
        single.get("/other/in/short");
        Waiting.until(
                "the session is over",
                () -> !watcher.get("/other/open/ended").text().equals(count));
        SharedLogins.Browser late = browser();
        late.keep(shown);
        assertThat(late.get("/form/open/who").text()).isEqualTo(NOBODY);
    }

    // ---- where it does not reach

    @Test
    void anotherHostHasLoginsOfItsOwn() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        SharedLogins.Browser elsewhere = site.browser("second");
        elsewhere.keep(browser.cookie("/"));
        assertThat(elsewhere.get("/form/in/who").text()).isEqualTo("login page");
        assertThat(browser.get("/basic/in/who").text()).isEqualTo("ann|FORM|true");
    }

    @Test
    void withoutTheValveEachApplicationHasItsOwn() throws IOException {
        SharedLogins.Browser browser = site.browser("plain");
        RawResponse in = browser.logIn("/form", "ann", "s3cret");
        assertThat(in.all("Set-Cookie")).hasSize(1).first().asString().startsWith("JSESSIONID=");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/other/in/who").text()).isEqualTo("login page");
    }

    @Test
    void anApplicationWithUsersOfItsOwnAsksItself() throws IOException {
        SharedLogins.Browser browser = loggedIn();
        assertThat(browser.get("/own/open/who").text()).isEqualTo(NOBODY);
        assertThat(browser.get("/own/in/who").status()).isEqualTo(401);
        assertThat(browser.get("/own/in/who", basic("ann:s3cret")).text())
                .isEqualTo("ann|BASIC|true");
    }

    // ---- requireReauthentication

    @Test
    void thePasswordCountsWhereTheUsersAreOthers() throws IOException {
        SharedLogins.Browser browser = site.browser("again");
        browser.logIn("/form", "ann", "s3cret");
        assertThat(browser.get("/own/open/who").text()).as("not asked for").isEqualTo(NOBODY);
        assertThat(browser.get("/own/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/own/open/who").text()).isEqualTo("ann|FORM|true");
    }

    @Test
    void authenticateLooksAtThePasswordToo() throws IOException {
        SharedLogins.Browser browser = site.browser("again");
        browser.logIn("/form", "ann", "s3cret");
        assertThat(browser.get("/own/open/authenticate").text()).isEqualTo("ann|FORM|true");
    }

    @Test
    void aPasswordThatIsWrongThereIsAskedForAgain() throws IOException {
        SharedLogins.Browser browser = site.browser("again");
        browser.logIn("/form", "bob", "b");
        assertThat(browser.get("/own/in/who").status()).isEqualTo(401);
        assertThat(browser.get("/own/in/who", basic("bob:other")).text())
                .isEqualTo("bob|BASIC|true");
    }

    @Test
    void reauthenticatedSessionsEndTogetherToo() throws IOException {
        SharedLogins.Browser browser = site.browser("again");
        browser.get("/own/open/login");
        assertThat(browser.get("/basic/in/who").text()).isEqualTo("ann|BASIC|true");
        browser.get("/basic/open/logout");
        assertThat(browser.get("/own/in/who").status()).isEqualTo(401);
    }

    @Test
    void nothingIsKeptOfAWrongPassword() throws IOException {
        SharedLogins.Browser browser = browser();
        RawResponse refused = browser.logIn("/form", "ann", "wrong");
        assertThat(refused.text()).isEqualTo("error page");
        assertThat(refused.all("Set-Cookie")).isEmpty();
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
    }
}
