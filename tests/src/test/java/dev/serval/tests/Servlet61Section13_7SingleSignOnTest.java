package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

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
 * A login is that of all applications of the container, and so is its end: of a host with the valve
 * SingleSignOn, of which {@link SingleSignOnTest} tells more. What somebody sees is {@code
 * user|how|session}.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO"})
final class Servlet61Section13_7SingleSignOnTest {
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
    @Section("13.7")
    void whoHasLoggedInByAFormIsKnownInOtherApplications() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/basic/in/who").text()).isEqualTo("ann|FORM|true");
        assertThat(browser.get("/other/in/who").text()).isEqualTo("ann|FORM|true");
    }

    @Test
    @Section("13.7")
    void whoHasLoggedInByBasicIsKnownWhereAFormIsUsed() throws IOException {
        SharedLogins.Browser browser = site.browser();
        assertThat(browser.get("/basic/in/who", ANN).text()).isEqualTo("ann|BASIC|true");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|BASIC|true");
    }

    @Test
    @Section("13.7")
    void aLoginOfTheProgramIsKnownToo() throws IOException {
        SharedLogins.Browser browser = site.browser();
        assertThat(browser.get("/basic/open/login").text()).isEqualTo("ann|BASIC|true");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("ann|BASIC|true");
    }

    @Test
    @Section("13.7")
    void whatIsOpenKnowsWhoItIsToo() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        RawResponse open = browser.get("/basic/open/who");
        assertThat(open.text()).isEqualTo("ann|FORM|false");
        assertThat(open.all("Set-Cookie")).as("nothing is begun for it").isEmpty();
    }

    @Test
    @Section("13.7")
    void authenticateAsksNobodyWhoHasLoggedInElsewhere() throws IOException {
        assertThat(site.browser().get("/basic/open/authenticate").status()).isEqualTo(401);
        assertThat(site.loggedIn().get("/basic/open/authenticate").text()).startsWith("ann|FORM|");
    }

    @Test
    @Section("13.7")
    void rolesCountAsEver() throws IOException {
        SharedLogins.Browser browser = site.browser();
        browser.logIn("/form", "bob", "b");
        assertThat(browser.get("/form/in/who").status()).isEqualTo(403);
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(403);
        assertThat(browser.get("/basic/open/who").text()).startsWith("bob|FORM|");
    }

    // ---- it ends everywhere

    @Test
    @Section("13.10")
    void aLogOutIsThatOfAllApplications() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        browser.get("/basic/in/who");
        browser.get("/other/in/who");
        assertThat(browser.get("/other/open/logout").text()).isEqualTo("null|null|true");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("login page");
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
        assertThat(browser.get("/other/open/who").text()).startsWith("null|null|");
    }

    @Test
    @Section("13.10")
    void theSessionsOfTheOtherApplicationsEndWithIt() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        browser.get("/basic/in/who");
        String session = browser.cookie("/basic");
        assertThat(session).startsWith("JSESSIONID=");
        browser.get("/form/open/logout");
        SharedLogins.Browser late = site.browser();
        late.keep(session);
        assertThat(late.get("/basic/open/who").text()).isEqualTo(NOBODY);
    }

    @Test
    @Section("13.10")
    void aLogOutWhereNoSessionIsEndsItToo() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        assertThat(browser.get("/basic/open/logout").text()).isEqualTo(NOBODY);
        assertThat(browser.get("/form/in/who").text()).isEqualTo("login page");
    }

    @Test
    @Section("13.6.3.1")
    void aSessionThatAnApplicationEndsLogsOutEverywhere() throws IOException {
        SharedLogins.Browser browser = site.loggedIn();
        browser.get("/basic/in/who");
        browser.get("/basic/open/invalidate");
        assertThat(browser.get("/form/in/who").text()).isEqualTo("login page");
        assertThat(browser.get("/basic/in/who").status()).isEqualTo(401);
    }
}
