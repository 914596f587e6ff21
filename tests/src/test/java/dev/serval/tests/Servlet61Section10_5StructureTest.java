package dev.serval.tests;

import static dev.serval.tests.AppDirectory.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of an application clients get, what its own code sees, and how it is deployed. */
@OnBioAndNio
final class Servlet61Section10_5StructureTest {
    @TempDir static Path directory;
    private static AppServer apps;

    @Parameter ServletUnderTest server;

    /** Shows a resource that the query names; with a D in front it is dispatched to. */
    public static final class Showing extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            String name = request.getQueryString();
            if (name.startsWith("D")) {
                request.getRequestDispatcher(name.substring(1)).forward(request, response);
                return;
            }
            try (InputStream in = getServletContext().getResourceAsStream(name)) {
                response.getWriter()
                        .print(
                                getServletContext().getResource(name) == null
                                        ? "nothing"
                                        : new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    public abstract static class Noting extends HttpServlet {
        private static final long serialVersionUID = 1;

        Noting() {}

        static void note(ServletContext context, String what) {
            Object before = context.getAttribute("order");
            context.setAttribute("order", (before == null ? "" : before + " ") + what);
        }

        @Override
        public void init() {
            note(getServletContext(), getServletName());
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print(getServletContext().getAttribute("order"));
        }
    }

    public static final class First extends Noting {
        private static final long serialVersionUID = 1;
    }

    public static final class NotingFilter implements Filter {
        @Override
        public void init(FilterConfig config) {
            Noting.note(config.getServletContext(), config.getFilterName());
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
        }
    }

    public static final class NotingListener implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            Noting.note(event.getServletContext(), "listener");
        }
    }

    private static String loaded(String name, int order) {
        return servlet(
                name,
                First.class,
                "/" + name,
                order < 0 ? "" : "<load-on-startup>" + order + "</load-on-startup>");
    }

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) {
        apps =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "app")
                                .webXml(
                                        "<absolute-ordering><name>none</name></absolute-ordering>",
                                        servlet("show", Showing.class, "/show"))
                                .classes(Showing.class)
                                .file("both.txt", "of the root")
                                .file("WEB-INF/private.txt", "private")
                                .file("WEB-INF/lib/readme.txt", "in lib")
                                .file("WEB-INF/classes/config.properties", "in classes")
                                .file("WEB-INF/classes/META-INF/resources/c.txt", "of classes")
                                .file("META-INF/meta.txt", "meta")
                                // Files of their own, where the case of names counts.
                                .file("WEb-iNf/private.txt", "private too")
                                .file("web-inf/private.txt", "private too")
                                .file("WEB-inf/web.xml", "private too")
                                .file("meta-inf/meta.txt", "meta too")
                                .jar(
                                        "lib.jar",
                                        Map.of(
                                                "META-INF/resources/both.txt", "of the jar",
                                                "META-INF/resources/only.txt", "only in the jar",
                                                "META-INF/resources/d/e.txt", "deeper in the jar",
                                                "META-INF/resources/WEB-INF/w.txt", "jar private",
                                                "META-INF/other.txt", "not for clients",
                                                "plain.txt", "on the class path")),
                        new AppDirectory(directory, "static").file("index.html", "static"),
                        new AppDirectory(directory, "order")
                                .webXml(
                                        loaded("third", 7),
                                        loaded("lazy", -1),
                                        "<filter><filter-name>filter</filter-name><filter-class>"
                                                + NotingFilter.class.getName()
                                                + "</filter-class></filter>",
                                        loaded("first", 0),
                                        loaded("second", 1),
                                        "<listener><listener-class>"
                                                + NotingListener.class.getName()
                                                + "</listener-class></listener>")
                                .classes(
                                        Noting.class,
                                        First.class,
                                        NotingFilter.class,
                                        NotingListener.class));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    // ---- what clients get

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/WEB-INF/private.txt",
                "/WEB-INF/web.xml",
                "/WEB-INF/lib/readme.txt",
                "/WEB-INF/lib/lib.jar",
                "/WEB-INF/classes/config.properties",
                "/WEB-INF/",
                "/WEB-INF",
                "/WEB-INF/w.txt"
            })
    void filesOfWebInfAreNotFound(String path) throws Exception {
        assertThat(apps.status("/app" + path)).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/WEb-iNf/private.txt", "/web-inf/private.txt", "/WEB-inf/web.xml"})
    void norInAnyOtherSpelling(String path) throws Exception {
        assertThat(apps.status("/app" + path)).isEqualTo(404);
    }

    @Test
    @Section("10.6")
    void filesOfMetaInfAreNotFound() throws Exception {
        assertThat(apps.status("/app/META-INF/meta.txt")).isEqualTo(404);
        assertThat(apps.status("/app/meta-inf/meta.txt")).isEqualTo(404);
        assertThat(apps.status("/app/META-INF/")).isEqualTo(404);
    }

    @Test
    void filesOfAJarAreServed() throws Exception {
        assertThat(apps.text("/app/only.txt")).isEqualTo("only in the jar");
        assertThat(apps.text("/app/d/e.txt")).isEqualTo("deeper in the jar");
    }

    @Test
    void thoseOfTheRootComeFirst() throws Exception {
        assertThat(apps.text("/app/both.txt")).isEqualTo("of the root");
    }

    @Test
    void nothingElseOfAJarIsServed() throws Exception {
        assertThat(apps.status("/app/META-INF/other.txt")).isEqualTo(404);
        assertThat(apps.status("/app/plain.txt")).isEqualTo(404);
    }

    @Test
    void filesOfClassesAreNotEvenInResources() throws Exception {
        assertThat(apps.status("/app/c.txt")).isEqualTo(404);
    }

    @Test
    void resourcesAreMatchedInTheirCase() throws Exception {
        assertThat(apps.status("/app/Both.txt")).isEqualTo(404);
        assertThat(apps.status("/app/Only.txt")).isEqualTo(404);
    }

    // ---- what its code sees

    @Test
    void itsCodeSeesWebInf() throws Exception {
        assertThat(apps.text("/app/show?/WEB-INF/private.txt")).isEqualTo("private");
    }

    @Test
    @Section("10.6")
    void itsCodeSeesMetaInf() throws Exception {
        assertThat(apps.text("/app/show?/META-INF/meta.txt")).isEqualTo("meta");
    }

    @Test
    void itMayExposeThemByDispatching() throws Exception {
        assertThat(apps.text("/app/show?D/WEB-INF/private.txt")).isEqualTo("private");
    }

    @Test
    void itsCodeSeesTheSameFileOfTwo() throws Exception {
        assertThat(apps.text("/app/show?/both.txt")).isEqualTo("of the root");
        assertThat(apps.text("/app/show?/only.txt")).isEqualTo("only in the jar");
        assertThat(apps.text("/app/show?/none.txt")).isEqualTo("nothing");
    }

    // ---- deployment

    @Test
    @Section("10.12")
    void listenersFiltersAndServletsAreReadyInThisOrder() throws Exception {
        // The listener stands last of all in the descriptor; the lazy one waits for its request.
        assertThat(apps.text("/order/first")).isEqualTo("listener filter first second third");
        assertThat(apps.text("/order/lazy")).isEqualTo("listener filter first second third lazy");
    }

    @Test
    @Section("10.13")
    void anApplicationOfFilesNeedsNoDescriptor() throws Exception {
        assertThat(apps.text("/static/")).isEqualTo("static");
    }

    @Test
    @Section("10.2")
    void everyApplicationHasOneContext() {
        assertThat(apps.context("/app")).isSameAs(apps.context("/app"));
        assertThat(apps.context("/app")).isNotSameAs(apps.context("/static"));
        assertThat(apps.context("/app").getContextPath()).isEqualTo("/app");
    }

    @Test
    void pathsOfApplicationsAreToldByTheirCase() throws Exception {
        try (AppServer own =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "case").file("a.txt", "small"),
                        new AppDirectory(directory, "Case").file("a.txt", "capital"))) {
            assertThat(own.text("/case/a.txt")).isEqualTo("small");
            assertThat(own.text("/Case/a.txt")).isEqualTo("capital");
        }
    }

    @Test
    @Section("10.5")
    void twoApplicationsAtOnePathAreRefused() {
        AppDirectory app = new AppDirectory(directory, "twice").file("a.txt", "");
        assertThatThrownBy(
                        () ->
                                server.start(
                                        b -> b.webapp("/x", app.root()).webapp("/x", app.root())))
                .hasMessageContaining("/x");
    }
}
