package dev.serval.tests;

import static dev.serval.tests.AppDirectory.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** What answers for a directory; the example of the section is the application of this test. */
@OnBioAndNio
final class Servlet61Section10_10WelcomeFilesTest {
    private static final String LIST =
            "<welcome-file-list><welcome-file>index.html</welcome-file>"
                    + "<welcome-file>default.page</welcome-file></welcome-file-list>";

    @TempDir static Path directory;
    private static AppServer apps;

    @Parameter ServletUnderTest server;

    /** Says how it was reached. */
    public static final class Where extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter()
                    .print(
                            getServletName()
                                    + " "
                                    + request.getRequestURI()
                                    + " "
                                    + request.getServletPath()
                                    + " "
                                    + request.getPathInfo()
                                    + " "
                                    + request.getQueryString()
                                    + " "
                                    + request.getDispatcherType());
        }
    }

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) {
        apps =
                AppServer.start(
                        server,
                        content(new AppDirectory(directory, "example")).webXml(LIST),
                        new AppDirectory(directory, "jar")
                                .webXml(LIST)
                                .jar(
                                        "content.jar",
                                        Map.of(
                                                "META-INF/resources/foo/index.html",
                                                "index in a jar",
                                                "META-INF/resources/catalog/default.page",
                                                "default in a jar")),
                        new AppDirectory(directory, "defaults")
                                .file("html/index.html", "html")
                                .file("html/index.htm", "htm")
                                .file("htm/index.htm", "htm")
                                .file("none/other.html", "other"),
                        new AppDirectory(directory, "servlets")
                                .webXml(
                                        "<welcome-file-list>"
                                                + "<welcome-file>index.do</welcome-file>"
                                                + "<welcome-file>welcome</welcome-file>"
                                                + "<welcome-file>sub/page.html</welcome-file>"
                                                + "<welcome-file>late.html</welcome-file>"
                                                + "</welcome-file-list>",
                                        servlet("do", Where.class, "*.do"),
                                        servlet("claimed", Where.class, "/claimed/*"),
                                        servlet("exact", Where.class, "/exact/welcome"))
                                .classes(Where.class)
                                .file("plain/a.txt", "a")
                                .file("default/index.html", "no welcome file here")
                                .file("late/late.html", "late")
                                .file("partial/sub/page.html", "in a subdirectory")
                                .file("exact/a.txt", "a")
                                .file("claimed/late.html", "late"));
    }

    private static AppDirectory content(AppDirectory app) {
        return app.file("foo/index.html", "foo index")
                .file("foo/default.page", "foo default")
                .file("foo/orderform.html", "order form")
                .file("foo/home.gif", "gif")
                .file("catalog/default.page", "catalog default")
                .file("catalog/products/shop.page", "shop")
                .file("catalog/products/register.page", "register");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    private static void redirects(String from, String to) throws Exception {
        RawResponse answer = apps.get(from);
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.field("Location")).isEqualTo(to);
    }

    // ---- the example

    @Test
    void aDirectoryWithoutSlashIsRedirectedToTheOneWithSlash() throws Exception {
        redirects("/example/foo", "/example/foo/");
    }

    @Test
    void theFirstWelcomeFileOfTheListIsReturned() throws Exception {
        assertThat(apps.text("/example/foo/")).isEqualTo("foo index");
    }

    @Test
    void anotherDirectoryWithoutSlashToo() throws Exception {
        redirects("/example/catalog", "/example/catalog/");
    }

    @Test
    void theSecondOneIsReturnedWhereTheFirstIsMissing() throws Exception {
        assertThat(apps.text("/example/catalog/")).isEqualTo("catalog default");
    }

    @Test
    void aFileThatIsMissingIsNotFoundByItsOwnName() throws Exception {
        assertThat(apps.status("/example/catalog/index.html")).isEqualTo(404);
    }

    @Test
    void aDirectoryInADirectoryIsRedirectedToo() throws Exception {
        redirects("/example/catalog/products?q=1", "/example/catalog/products/?q=1");
    }

    @Test
    void aDirectoryWithoutWelcomeFileIsForTheDefaultServlet() throws Exception {
        // Which lists no directories unless somebody asks for it.
        assertThat(apps.status("/example/catalog/products/")).isEqualTo(404);
    }

    @Test
    void allOfItMayLieInAJar() throws Exception {
        redirects("/jar/foo", "/jar/foo/");
        assertThat(apps.text("/jar/foo/")).isEqualTo("index in a jar");
        assertThat(apps.text("/jar/catalog/")).isEqualTo("default in a jar");
    }

    // ---- the list

    @Test
    @Section("8.1.6")
    void withoutAListTheyAreIndexHtmlThenIndexHtm() throws Exception {
        assertThat(apps.text("/defaults/html/")).isEqualTo("html");
        assertThat(apps.text("/defaults/htm/")).isEqualTo("htm");
        assertThat(apps.status("/defaults/none/")).isEqualTo(404);
    }

    @Test
    void aListReplacesTheDefaults() throws Exception {
        assertThat(apps.text("/servlets/default/index.html")).isEqualTo("no welcome file here");
        assertThat(apps.text("/servlets/default/"))
                .isEqualTo("do /servlets/default/ /default/index.do null null REQUEST");
    }

    @Test
    void aWelcomeFileMayBeAPartialUriOfSeveralSegments() throws Exception {
        assertThat(apps.text("/servlets/partial/")).isEqualTo("in a subdirectory");
    }

    // ---- servlets

    @Test
    void whereNoFileMatchesAServletDoes() throws Exception {
        assertThat(apps.text("/servlets/plain/?a=b"))
                .isEqualTo("do /servlets/plain/ /plain/index.do null a=b REQUEST");
    }

    @Test
    void filesOfTheWholeListComeBeforeServlets() throws Exception {
        assertThat(apps.text("/servlets/late/")).isEqualTo("late");
    }

    @Test
    void aServletIsTakenInTheOrderOfTheListToo() throws Exception {
        // index.do stands before welcome, which is mapped exactly.
        assertThat(apps.text("/servlets/exact/"))
                .isEqualTo("do /servlets/exact/ /exact/index.do null null REQUEST");
    }

    @Test
    void theRootIsADirectoryToo() throws Exception {
        assertThat(apps.text("/servlets/")).isEqualTo("do /servlets/ /index.do null null REQUEST");
    }

    @Test
    void aDirectoryThatAServletIsMappedToIsItsOwn() throws Exception {
        assertThat(apps.text("/servlets/claimed/"))
                .isEqualTo("claimed /servlets/claimed/ /claimed / null REQUEST");
    }

    @Test
    void whatIsNoDirectoryIsNoPartialRequest() throws Exception {
        assertThat(apps.status("/servlets/nowhere/")).isEqualTo(404);
    }
}
