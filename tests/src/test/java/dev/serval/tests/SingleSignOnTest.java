package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The valve SingleSignOn: its cookie, how far it reaches, and requireReauthentication. What the
 * specification has of it is in {@link Servlet61Section13_7SingleSignOnTest}. What somebody sees is
 * {@code user|how|session}.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO"})
final class SingleSignOnTest {
    private static final String NOBODY = "null|null|false";
    private static final String ANN = SharedLogins.basic("ann:s3cret");

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

    // ---- a login is that of all applications

    @Test
    void aSessionThatWasThereBeforeGetsAnotherId() throws IOException {
        SharedLogins.Browser browser = site.browser();
        browser.get("/basic/open/session");
        String before = browser.cookie("/basic");
        assertThat(before).startsWith("JSESSIONID=");
        browser.logIn("/form", "ann", "s3cret");
        assertThat(browser.get("/basic/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.cookie("/basic")).as("session fixation").isNotEqualTo(before);
        String after = browser.cookie("/basic");
        browser.get("/basic/in/who");
        assertThat(browser.cookie("/basic")).as("known, so it keeps its id").isEqualTo(after);
    }

    @Test
    void whatIsAskedForWithoutACookieIsAskedForAgain() throws IOException {
        site.loggedIn();
        assertThat(site.browser().get("/form/in/who").text()).isEqualTo("login page");
        assertThat(site.browser().get("/basic/in/who").status()).isEqualTo(401);
    }

    // ---- the cookie

    @Test
    void theCookieIsForTheHostAndNotForScriptsAndOtherSites() throws IOException {
        RawResponse in = site.browser().get("/basic/in/who", ANN);
        assertThat(SharedLogins.sso(in))
                .matches("JSESSIONIDSSO=[0-9A-F]{40}; HttpOnly; Path=/; SameSite=Lax");
    }

    @Test
    void overTlsTheCookieIsSecure() throws IOException {
        RawResponse in = site.browser().secure("/basic/in/who", ANN);
        assertThat(SharedLogins.sso(in))
                .matches("JSESSIONIDSSO=[0-9A-F]{40}; HttpOnly; Path=/; SameSite=Lax; Secure");
    }

    @Test
    void theCookieIsToldOnce() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        assertThat(browser.get("/form/in/who").all("Set-Cookie")).isEmpty();
        assertThat(browser.get("/basic/in/who").all("Set-Cookie"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("JSESSIONID=");
    }

    @Test
    void anIdThatTheClientMadeUpIsNotAdopted() throws IOException {
        SharedLogins.Browser browser = site.browser();
        String made = "A".repeat(40);
        browser.keep("JSESSIONIDSSO=" + made);
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
        RawResponse in = browser.get("/basic/in/who", ANN);
        assertThat(SharedLogins.sso(in)).doesNotContain(made);
    }

    @Test
    void everyLoginHasAnIdOfItsOwn() throws IOException {
        String one = SharedLogins.sso(site.browser().get("/basic/in/who", ANN));
        String other = SharedLogins.sso(site.browser().get("/basic/in/who", ANN));
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
    void theIdThatHasEndedIsOfNoUse() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        SharedLogins.Browser thief = site.browser();
        thief.keep(browser.cookie("/"));
        assertThat(thief.get("/form/open/who").text()).startsWith("ann|FORM|");
        browser.get("/form/open/logout");
        assertThat(thief.get("/form/open/who").text()).isEqualTo(NOBODY);
    }

    @Test
    void othersStayLoggedIn() throws IOException {
        SharedLogins.Browser one = site.loggedIn();
        SharedLogins.Browser other = site.loggedIn();
        one.get("/form/open/logout");
        assertThat(other.get("/basic/in/who").text()).isEqualTo("ann|FORM|true");
    }

    @Test
    void listenersOfOtherApplicationsAreCalledAsTheirOwn() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
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
        SharedLogins.Browser browser = site.loggedIn();
        browser.get("/other/in/who");
        String before = browser.get("/other/open/ended").text();
        browser.get("/other/in/short");
        SharedLogins.Browser watcher = site.browser();
        Waiting.until(
                "the session is over",
                () -> !watcher.get("/other/open/ended").text().equals(before));
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/other/in/who").text()).as("anew").isEqualTo("ann|FORM|true");

        SharedLogins.Browser single = site.browser();
        single.get("/other/open/login");
        String shown = single.cookie("/");
        assertThat(shown).startsWith("JSESSIONIDSSO=");
        String count = watcher.get("/other/open/ended").text();
        single.get("/other/in/short");
        Waiting.until(
                "the session is over",
                () -> !watcher.get("/other/open/ended").text().equals(count));
        SharedLogins.Browser late = site.browser();
        late.keep(shown);
        assertThat(late.get("/form/open/who").text()).isEqualTo(NOBODY);
    }

    // ---- where it does not reach

    @Test
    void anotherHostHasLoginsOfItsOwn() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        SharedLogins.Browser elsewhere = site.browser("second");
        elsewhere.keep(browser.cookie("/"));
        assertThat(browser.cookie("/")).startsWith("JSESSIONIDSSO=");
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
        SharedLogins.Browser browser = site.loggedIn();
        assertThat(browser.get("/own/open/who").text()).isEqualTo(NOBODY);
        assertThat(browser.get("/own/in/who").status()).isEqualTo(401);
        assertThat(browser.get("/own/in/who", SharedLogins.basic("ann:s3cret")).text())
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
        assertThat(browser.get("/own/in/who", SharedLogins.basic("bob:other")).text())
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
        SharedLogins.Browser browser = site.browser();
        RawResponse refused = browser.logIn("/form", "ann", "wrong");
        assertThat(refused.text()).isEqualTo("error page");
        assertThat(refused.all("Set-Cookie")).isEmpty();
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
    }
}
