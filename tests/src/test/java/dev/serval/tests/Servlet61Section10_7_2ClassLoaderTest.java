package dev.serval.tests;

import static dev.serval.tests.AppDirectory.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The class loader of an application, and who has it as the one of its thread. */
@OnBioAndNio
final class Servlet61Section10_7_2ClassLoaderTest {
    @TempDir static Path directory;
    private static AppServer apps;

    @Parameter ServletUnderTest server;

    /** Where a callback saw the loader of its own class on its thread. */
    static final class Seen {
        private Seen() {}

        static void by(ServletContext context, String who, Object self) {
            ClassLoader own = self.getClass().getClassLoader();
            boolean right =
                    Thread.currentThread().getContextClassLoader() == own
                            && own == context.getClassLoader();
            @SuppressWarnings("unchecked")
            Set<String> seen = (Set<String>) context.getAttribute("seen");
            if (seen == null) {
                seen = new ConcurrentSkipListSet<>();
                context.setAttribute("seen", seen);
            }
            seen.add(who + "=" + right);
        }
    }

    @WebListener
    public static final class Everywhere
            implements ServletContextListener,
                    ServletContextAttributeListener,
                    ServletRequestListener,
                    HttpSessionListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            Seen.by(event.getServletContext(), "context", this);
        }

        @Override
        public void attributeAdded(ServletContextAttributeEvent event) {
            if (event.getName().equals("x")) {
                Seen.by(event.getServletContext(), "attribute", this);
            }
        }

        @Override
        public void requestInitialized(ServletRequestEvent event) {
            Seen.by(event.getServletContext(), "request", this);
        }

        @Override
        public void requestDestroyed(ServletRequestEvent event) {
            Seen.by(event.getServletContext(), "requestDestroyed", this);
        }

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            Seen.by(event.getSession().getServletContext(), "session", this);
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            Seen.by(event.getSession().getServletContext(), "sessionDestroyed", this);
        }
    }

    @WebFilter(urlPatterns = "/*", asyncSupported = true)
    public static final class Filtering implements Filter {
        @Override
        public void init(FilterConfig config) {
            Seen.by(config.getServletContext(), "filterInit", this);
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            Seen.by(request.getServletContext(), "filter", this);
            chain.doFilter(request, response);
        }
    }

    public static final class Bound implements HttpSessionBindingListener {
        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            Seen.by(event.getSession().getServletContext(), "bound", this);
        }
    }

    public static final class Listening implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            Seen.by(event.getSuppliedRequest().getServletContext(), "asyncListener", this);
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @WebServlet(urlPatterns = "/serve", asyncSupported = true, loadOnStartup = 1)
    public static final class Serving extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        public void init() {
            Seen.by(getServletContext(), "servletInit", this);
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            Seen.by(getServletContext(), "servlet", this);
            getServletContext().removeAttribute("x");
            getServletContext().setAttribute("x", 1);
            request.getSession().setAttribute("b", new Bound());
            request.getSession().invalidate();
            AsyncContext async = request.startAsync();
            async.addListener(async.createListener(Listening.class), request, response);
            async.start(
                    () -> {
                        Seen.by(getServletContext(), "asyncTask", this);
                        async.complete();
                    });
        }
    }

    /** Changes the loader of its thread and forgets to change it back. */
    @WebServlet("/forget")
    public static final class Forgetting extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter()
                    .print(
                            Thread.currentThread().getContextClassLoader()
                                    == getClass().getClassLoader());
            Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
        }
    }

    /** Whose loader loads what the query names. */
    public static final class Loading extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            ClassLoader own = getClass().getClassLoader();
            String asked = request.getQueryString();
            if (asked.equals("loader")) {
                response.getWriter().print(System.identityHashCode(own));
            } else if (asked.startsWith("resource=")) {
                try (InputStream in = own.getResourceAsStream(asked.substring(9))) {
                    response.getWriter()
                            .print(
                                    in == null
                                            ? "none"
                                            : new String(
                                                    in.readAllBytes(), StandardCharsets.UTF_8));
                }
            } else {
                response.getWriter().print(whose(own, asked));
            }
        }

        private static String whose(ClassLoader own, String name) {
            try {
                return own.loadClass(name).getClassLoader() == own ? "own" : "inherited";
            } catch (ClassNotFoundException e) {
                return "none";
            }
        }
    }

    /** In the application and in the class path of the server. */
    public static final class Shared {
        private Shared() {}
    }

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) {
        String loading = servlet("l", Loading.class, "/load");
        apps =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "threads")
                                .classes(
                                        Seen.class,
                                        Everywhere.class,
                                        Filtering.class,
                                        Bound.class,
                                        Listening.class,
                                        Serving.class,
                                        Forgetting.class),
                        new AppDirectory(directory, "a")
                                .webXml(loading)
                                .classes(Loading.class)
                                .file("WEB-INF/classes/both.txt", "classes")
                                .file("WEB-INF/classes/jakarta/servlet/Servlet.class", "no class")
                                .file("WEB-INF/classes/java/lang/String.class", "no class")
                                .jar(
                                        "a.jar",
                                        Map.of(
                                                "both.txt", "jar a",
                                                "dir/only.txt", "only in a jar",
                                                "jars.txt", "first jar"),
                                        Shared.class)
                                .jar("b.jar", Map.of("jars.txt", "second jar")),
                        new AppDirectory(directory, "b").webXml(loading).classes(Loading.class));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    @Test
    void everyCallbackSeesTheLoaderOfItsApplication() throws Exception {
        apps.text("/threads/serve");
        Set<String> expected =
                Set.of(
                        "context=true",
                        "attribute=true",
                        "request=true",
                        "requestDestroyed=true",
                        "session=true",
                        "sessionDestroyed=true",
                        "filterInit=true",
                        "filter=true",
                        "bound=true",
                        "asyncListener=true",
                        "asyncTask=true",
                        "servletInit=true",
                        "servlet=true");
        Waiting.until("all of them", () -> seen().size() >= expected.size());
        assertThat(seen()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @SuppressWarnings("unchecked")
    private static Set<String> seen() {
        return (Set<String>) apps.context("/threads").getAttribute("seen");
    }

    @Test
    void whatAnApplicationSetsIsUndoneWhenTheCallbackReturns() throws Exception {
        seen().remove("requestDestroyed=true");
        for (int i = 0; i < 20; i++) {
            assertThat(apps.text("/threads/forget")).isEqualTo("true");
        }
        Waiting.until(
                "the end of a request",
                () -> seen().stream().anyMatch(seen -> seen.startsWith("requestDestroyed=")));
        assertThat(seen())
                .contains("requestDestroyed=true")
                .doesNotContain("requestDestroyed=false");
    }

    @Test
    void everyApplicationHasALoaderOfItsOwn() throws Exception {
        assertThat(apps.text("/a/load?loader")).isNotEqualTo(apps.text("/b/load?loader"));
        assertThat(apps.context("/a").getClassLoader())
                .isNotSameAs(apps.context("/b").getClassLoader());
    }

    @Test
    void classesOfTheApplicationComeBeforeThoseOfTheServer() throws Exception {
        assertThat(apps.text("/a/load?" + Shared.class.getName())).isEqualTo("own");
        assertThat(apps.text("/b/load?" + Shared.class.getName())).isEqualTo("inherited");
    }

    @Test
    void classesOfTheServletApiCannotBeReplaced() throws Exception {
        assertThat(apps.text("/a/load?jakarta.servlet.Servlet")).isEqualTo("inherited");
    }

    @Test
    void classesOfJavaCannotEither() throws Exception {
        assertThat(apps.text("/a/load?java.lang.String")).isEqualTo("inherited");
    }

    @Test
    @Section("10.5")
    void webInfClassesComesBeforeLibraries() throws Exception {
        assertThat(apps.text("/a/load?resource=both.txt")).isEqualTo("classes");
    }

    @Test
    void resourcesOfLibrariesAreFoundByGetResource() throws Exception {
        assertThat(apps.text("/a/load?resource=dir/only.txt")).isEqualTo("only in a jar");
        assertThat(apps.text("/a/load?resource=jars.txt")).isEqualTo("first jar");
        assertThat(apps.text("/b/load?resource=dir/only.txt")).isEqualTo("none");
    }
}
