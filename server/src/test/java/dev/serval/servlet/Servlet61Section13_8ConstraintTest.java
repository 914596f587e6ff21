package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.security.SecurityConstraint;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is constrained, where nobody can log in: nobody has it. */
class Servlet61Section13_8ConstraintTest {
    @TempDir Path files;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(files.resolve("secret"));
        Files.writeString(files.resolve("secret/a.txt"), "treasure");
        Files.writeString(files.resolve("secret/index.html"), "treasure");
        Files.writeString(files.resolve("open.txt"), "open");
    }

    private App constrained(String pattern, String... methods) {
        return App.of(
                App.builder()
                        .docBase(files)
                        .servlet("s", TestServlet.says("treasure"), -1, "/s/*", "*.do")
                        .constraint(admins(Set.of(methods), pattern)));
    }

    private static SecurityConstraint admins(Set<String> methods, String pattern) {
        return new SecurityConstraint(
                new SecurityConstraint.Collection(List.of(pattern), methods, Set.of()),
                Set.of("admin"),
                false);
    }

    private static void refused(FakeStream answer) {
        assertThat(answer.status).isEqualTo(403);
        assertThat(answer.body()).doesNotContain("treasure", "admins");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/secret/a.txt",
                "/secret/",
                "/secret",
                "/secret/none",
                "/./secret/a.txt",
                "/x/../secret/a.txt",
                "/%73ecret/a.txt",
                "/secret;a=b/a.txt",
                "//secret/a.txt",
                "/secret//a.txt",
            })
    void everySpellingOfAPathIsRefused(String path) {
        refused(constrained("/secret/*").get(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET",
                "HEAD",
                "POST",
                "PUT",
                "DELETE",
                "PATCH",
                "OPTIONS",
                "PROPFIND",
                "get"
            })
    void everyMethodIsRefused(String method) {
        refused(constrained("/s/*").send(method + " /s/x"));
        refused(constrained("/secret/*").send(method + " /secret/a.txt"));
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource({
        "/*, /open.txt",
        "/, /open.txt",
        "/, /s/x",
        "/open.txt, /open.txt",
        "*.txt, /open.txt",
        "*.do, /x.do",
        "/secret/index.html, /secret/",
        "/secret/, /secret/",
        "'', /",
    })
    void everyKindOfPatternHolds(String pattern, String path) {
        refused(constrained(pattern).get(path));
    }

    @Test
    void whatIsNotConstrainedIsServed() {
        App app = constrained("/secret/*");
        assertThat(app.get("/open.txt").body()).isEqualTo("open");
        assertThat(app.get("/s/x").body()).isEqualTo("treasure");
        assertThat(app.get("/secrets").status).isEqualTo(404);
    }

    @Test
    void theFastPathServesOnlyWhatIsNotConstrained() {
        App app = constrained("/secret/*");
        for (int i = 0; i < 4; i++) {
            refused(app.get("/secret/a.txt"));
            app.get("/open.txt");
        }
        assertThat(app.get("/open.txt").dispatches).isZero();
    }

    @Test
    void aConstraintOfMethodsLeavesTheOthersAndHoldsForHead() {
        App app = constrained("/s/*", "GET", "DELETE");
        refused(app.get("/s"));
        refused(app.send("HEAD /s"));
        refused(app.send("DELETE /s"));
        assertThat(app.send("POST /s").body()).isEqualTo("treasure");
    }

    @Test
    void aConstraintOfAnotherMethodKeepsFilesOffTheFastPath() {
        App app = constrained("/open.txt", "HEAD");
        for (int i = 0; i < 4; i++) {
            assertThat(app.get("/open.txt").body()).isEqualTo("open");
        }
        refused(app.send("HEAD /open.txt"));
    }

    @Test
    void noFilterIsAskedForWhatIsRefused() {
        App app = App.of(App.filter(App.builder(), "f", "/*").constraint(admins(Set.of(), "/*")));
        refused(app.get("/x"));
        assertThat(app.get("/x").body()).doesNotContain("f(");
    }

    @Test
    void aForwardIsNotConstrained() {
        App app =
                App.of(
                        App.builder()
                                .servlet(
                                        "from",
                                        TestServlet.of(
                                                (q, r) ->
                                                        q.getRequestDispatcher("/s").forward(q, r)),
                                        -1,
                                        "/from")
                                .servlet("s", TestServlet.says("treasure"), -1, "/s")
                                .constraint(admins(Set.of(), "/s")));
        assertThat(app.get("/from").body()).isEqualTo("treasure");
        refused(app.get("/s"));
    }

    @Test
    void aRefusalHasThePageOfTheApplication() {
        App app =
                App.of(
                        App.builder()
                                .servlet("page", TestServlet.says("please log in"), -1, "/page")
                                .errorPage(403, null, "/page")
                                .constraint(admins(Set.of(), "/*")));
        assertThat(app.get("/x").status).isEqualTo(403);
        assertThat(app.get("/x").body()).isEqualTo("please log in");
    }

    @Test
    void aPatternThatIsNoneKeepsTheContextFromBeingBuilt() {
        assertThatThrownBy(() -> App.builder().constraint(admins(Set.of(), "secret/*")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("secret/*");
    }

    /** Asks for a role. */
    @ServletSecurity(@HttpConstraint(rolesAllowed = "admin"))
    public static final class Guarded extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getOutputStream().print("treasure");
        }
    }

    @Test
    void section13_4_anAnnotatedServletIsRefused() {
        App app =
                App.of(
                        App.builder()
                                .servletClass(
                                        "g", Guarded.class.getName(), -1, false, Map.of(), null)
                                .servletMapping("g", "/g/*")
                                .servlet("i", new Guarded(), -1, "/i"));
        refused(app.get("/g/x"));
        refused(app.send("HEAD /g"));
        refused(app.get("/i"));
    }

    @Test
    void section13_4_whatAProgramAsksForIsRefused() {
        ServletSecurityElement confidential =
                new ServletSecurityElement(
                        new HttpConstraintElement(TransportGuarantee.CONFIDENTIAL));
        ServletSecurityElement writing =
                new ServletSecurityElement(
                        List.of(
                                new HttpMethodConstraintElement(
                                        "POST",
                                        new HttpConstraintElement(
                                                TransportGuarantee.NONE, "admin"))));
        App app =
                App.of(
                        App.builder()
                                .initializer(
                                        (classes, context) -> {
                                            var a =
                                                    context.addServlet(
                                                            "a", TestServlet.says("treasure"));
                                            a.addMapping("/a");
                                            a.setServletSecurity(confidential);
                                            var b =
                                                    context.addServlet(
                                                            "b", TestServlet.says("open"));
                                            b.addMapping("/b");
                                            b.setServletSecurity(writing);
                                        },
                                        null));
        FakeStream moved = app.get("/a");
        assertThat(moved.status).isEqualTo(302);
        assertThat(moved.field("Location")).isEqualTo("https://localhost/app/a");
        refused(app.send("POST /b"));
        assertThat(app.get("/b").body()).isEqualTo("open");
    }
}
