package dev.serval.tests;

import static dev.serval.tests.AppDirectory.param;
import static dev.serval.tests.AppDirectory.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Annotations in the place of descriptors, and where they count for nothing. */
@OnBioAndNio
final class Servlet61Section8_1AnnotationsTest {
    @TempDir static Path directory;
    private static AppServer apps;

    @Parameter ServletUnderTest server;

    // ---- classes of the applications

    /** Says who it is, by which name and with which parameters. */
    public static class Named extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            StringBuilder text = new StringBuilder(getServletName());
            for (String name : Collections.list(getInitParameterNames())) {
                text.append(' ').append(name).append('=').append(getInitParameter(name));
            }
            text.append(" async=").append(request.isAsyncSupported());
            text.append(" filters=").append(request.getAttribute("filters"));
            response.getWriter().print(text);
        }
    }

    @WebServlet("/value")
    public static final class Plain extends Named {
        private static final long serialVersionUID = 1;
    }

    @WebServlet(
            name = "full",
            urlPatterns = {"/full", "/full/*", "*.full"},
            loadOnStartup = 1,
            asyncSupported = true,
            initParams = {
                @WebInitParam(name = "a", value = "1"),
                @WebInitParam(name = "b", value = "2", description = "for people")
            })
    public static final class Full extends Named {
        private static final long serialVersionUID = 1;

        @Override
        public void init() {
            getServletContext().setAttribute("full", "initialised");
        }
    }

    @WebServlet(name = "nowhere")
    public static final class Unmapped extends Named {
        private static final long serialVersionUID = 1;
    }

    /** Counts its instances in its context. */
    @WebServlet(
            name = "counted",
            urlPatterns = "/counted",
            asyncSupported = true,
            initParams = @WebInitParam(name = "by", value = "annotation"))
    public static final class Counted extends Named {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            super.doGet(request, response);
            response.getWriter().print(" " + System.identityHashCode(this));
        }
    }

    public abstract static class Marking implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            Object before = request.getAttribute("filters");
            request.setAttribute("filters", (before == null ? "" : before + ",") + mark());
            chain.doFilter(request, response);
        }

        abstract String mark();
    }

    @WebFilter("/value")
    public static final class ByValue extends Marking {
        private String text;

        @Override
        public void init(jakarta.servlet.FilterConfig config) {
            text = config.getFilterName().replaceAll(".*\\$", "");
        }

        @Override
        String mark() {
            return text;
        }
    }

    @WebFilter(
            filterName = "byPatterns",
            urlPatterns = {"/full", "*.full"},
            initParams = @WebInitParam(name = "p", value = "v"))
    public static final class ByPatterns extends Marking {
        private String text;

        @Override
        public void init(jakarta.servlet.FilterConfig config) {
            text = config.getFilterName() + "(" + config.getInitParameter("p") + ")";
        }

        @Override
        String mark() {
            return text;
        }
    }

    @WebFilter(servletNames = "counted")
    public static final class ByServlet extends Marking {
        @Override
        String mark() {
            return "byServlet";
        }
    }

    @WebFilter(
            urlPatterns = "/value",
            dispatcherTypes = {DispatcherType.FORWARD})
    public static final class Forwarded extends Marking {
        @Override
        String mark() {
            return "forwarded";
        }
    }

    @WebFilter(filterName = "unmappedFilter")
    public static final class UnmappedFilter extends Marking {
        @Override
        String mark() {
            return "unmapped";
        }
    }

    @WebServlet("/forward")
    public static final class Forward extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            request.getRequestDispatcher("/value").forward(request, response);
        }
    }

    /** Everything that there is to listen to. */
    @WebListener
    public static final class Listening
            implements ServletContextListener,
                    ServletContextAttributeListener,
                    ServletRequestListener,
                    ServletRequestAttributeListener,
                    HttpSessionListener,
                    HttpSessionAttributeListener,
                    HttpSessionIdListener {
        private final StringBuffer heard = new StringBuffer();

        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("heard", heard);
            heard.append("context ");
        }

        @Override
        public void attributeAdded(ServletContextAttributeEvent event) {
            if (event.getName().equals("x")) {
                heard.append("context-attribute ");
            }
        }

        @Override
        public void requestInitialized(ServletRequestEvent event) {
            heard.append("request ");
        }

        @Override
        public void attributeAdded(ServletRequestAttributeEvent event) {
            if (event.getName().equals("x")) {
                heard.append("request-attribute ");
            }
        }

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            heard.append("session ");
        }

        @Override
        public void attributeAdded(HttpSessionBindingEvent event) {
            heard.append("session-attribute ");
        }

        @Override
        public void sessionIdChanged(HttpSessionEvent event, String old) {
            heard.append("session-id ");
        }
    }

    @WebServlet("/heard")
    public static final class Heard extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            getServletContext().removeAttribute("x");
            getServletContext().setAttribute("x", 1);
            request.setAttribute("x", 1);
            request.getSession().setAttribute("x", 1);
            request.changeSessionId();
            response.getWriter().print(getServletContext().getAttribute("heard"));
        }
    }

    /** Says what came in parts. */
    public static class Parts extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            try {
                Collection<Part> parts = request.getParts();
                Part part = request.getPart("f");
                response.getWriter()
                        .print(
                                parts.size()
                                        + " "
                                        + part.getSubmittedFileName()
                                        + " "
                                        + new String(part.getInputStream().readAllBytes()));
                if (request.getParameter("keep") != null) {
                    part.write("kept");
                }
            } catch (IllegalStateException e) {
                response.getWriter().print("refused");
            }
        }
    }

    @WebServlet("/parts")
    @MultipartConfig(maxFileSize = 8)
    public static final class WithParts extends Parts {
        private static final long serialVersionUID = 1;
    }

    @WebServlet("/no-parts")
    public static final class WithoutParts extends Parts {
        private static final long serialVersionUID = 1;
    }

    @WebServlet("/parts-in")
    @MultipartConfig(location = "below")
    public static final class PartsBelow extends Parts {
        private static final long serialVersionUID = 1;

        @Override
        public void init() {
            java.io.File temp =
                    (java.io.File) getServletContext().getAttribute(ServletContext.TEMPDIR);
            assertThat(new java.io.File(temp, "below").mkdirs()).isTrue();
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            java.io.File temp =
                    (java.io.File) getServletContext().getAttribute(ServletContext.TEMPDIR);
            response.getWriter().print(new java.io.File(temp, "below/kept").isFile());
        }
    }

    /** Says the size of a part, and how many files it has made in the temporary directory. */
    @WebServlet("/free")
    @MultipartConfig
    public static final class Unlimited extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            int before = files();
            long size = request.getPart("f").getSize();
            response.getWriter().print(size + ", " + (files() - before) + " in files");
        }

        private int files() {
            java.io.File temp =
                    (java.io.File) getServletContext().getAttribute(ServletContext.TEMPDIR);
            return temp.listFiles(java.io.File::isFile).length;
        }
    }

    /** What a complete descriptor does not see. */
    @MultipartConfig
    @ServletSecurity(@jakarta.servlet.annotation.HttpConstraint(rolesAllowed = "nobody"))
    @RunAs("somebody")
    public static final class Deaf extends Parts {
        private static final long serialVersionUID = 1;
        private String constructed = "no";

        @PostConstruct
        void construct() {
            constructed = "yes";
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter()
                    .print(
                            constructed
                                    + " "
                                    + getServletContext()
                                            .getServletRegistration("deaf")
                                            .getRunAsRole());
        }
    }

    /** Adds a class with annotations under another name, and says what was described. */
    @WebListener
    public static final class Adding implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            ServletRegistration.Dynamic added =
                    event.getServletContext().addServlet("added", Counted.class.getName());
            if (added != null) {
                added.addMapping("/added");
            }
        }
    }

    private static final Class<?>[] ALL = {
        Named.class,
        Plain.class,
        Full.class,
        Unmapped.class,
        Counted.class,
        Marking.class,
        ByValue.class,
        ByPatterns.class,
        ByServlet.class,
        Forwarded.class,
        UnmappedFilter.class,
        Forward.class,
        Listening.class,
        Heard.class,
        Parts.class,
        WithParts.class,
        WithoutParts.class,
        PartsBelow.class,
        Adding.class
    };

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) {
        String deaf = servlet("deaf", Deaf.class, "/deaf");
        apps =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "all").classes(ALL),
                        new AppDirectory(directory, "described")
                                .webXml(
                                        servlet("other", Counted.class, "/other"),
                                        servlet(
                                                "full",
                                                Full.class,
                                                "/elsewhere",
                                                param("b", "descriptor"),
                                                param("c", "3")),
                                        "<servlet-mapping><servlet-name>nowhere</servlet-name>"
                                                + "<url-pattern>/somewhere</url-pattern>"
                                                + "</servlet-mapping><servlet><servlet-name>nowhere"
                                                + "</servlet-name></servlet>")
                                .classes(ALL),
                        new AppDirectory(directory, "complete")
                                .descriptor("version='6.1' metadata-complete='true'", deaf)
                                .classes(ALL)
                                .classes(Deaf.class),
                        new AppDirectory(directory, "heeded")
                                .webXml(deaf)
                                .classes(Parts.class, Deaf.class),
                        new AppDirectory(directory, "incomplete")
                                .descriptor("version='6.1' metadata-complete='false'")
                                .classes(ALL),
                        new AppDirectory(directory, "v25").descriptor("version='2.5'").classes(ALL),
                        new AppDirectory(directory, "v24").descriptor("version='2.4'").classes(ALL),
                        new AppDirectory(directory, "v25complete")
                                .descriptor("version='2.5' metadata-complete='true'")
                                .classes(ALL),
                        new AppDirectory(directory, "v23")
                                .file(
                                        "WEB-INF/web.xml",
                                        "<!DOCTYPE web-app PUBLIC '-//Sun Microsystems, Inc.//DTD"
                                                + " Web Application 2.3//EN'"
                                                + " 'http://java.sun.com/dtd/web-app_2_3.dtd'>"
                                                + "<web-app/>")
                                .classes(ALL),
                        new AppDirectory(directory, "lib").jar("a.jar", Map.of(), ALL),
                        new AppDirectory(directory, "free").classes(Unlimited.class),
                        new AppDirectory(directory, "none").file("index.html", "here"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    private static RawResponse multipart(String path, String content) throws IOException {
        String body =
                "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n.txt\"\r\n\r\n"
                        + content
                        + "\r\n--b--\r\n";
        return apps.post(path, "multipart/form-data; boundary=b", body);
    }

    private static ServletRegistration registration(String app, String name) {
        return apps.context(app).getServletRegistration(name);
    }

    // ---- where annotations are looked for

    @Test
    @Section("8.1")
    void classesOfWebInfClassesHaveTheirAnnotationsProcessed() throws Exception {
        assertThat(apps.status("/all/value")).isEqualTo(200);
    }

    @Test
    @Section("8.1")
    void classesOfJarsInWebInfLibHaveTheirAnnotationsProcessed() throws Exception {
        assertThat(apps.status("/lib/value")).isEqualTo(200);
    }

    @Test
    @Section("8.1")
    void classesElsewhereOnTheClassPathHaveNot() throws Exception {
        // They are all on that of the test, which is the parent of the application's loader.
        assertThat(apps.status("/none/value")).isEqualTo(404);
        assertThat(apps.text("/none/index.html")).isEqualTo("here");
    }

    @Test
    @Section("8.1")
    void aCompleteDescriptorLeavesServletsFiltersAndListenersOut() throws Exception {
        assertThat(apps.status("/complete/value")).isEqualTo(404);
        assertThat(apps.context("/complete").getServletRegistrations())
                .doesNotContainKey("counted");
        assertThat(apps.context("/complete").getFilterRegistrations()).isEmpty();
        assertThat(apps.context("/complete").getAttribute("heard")).isNull();
    }

    @Test
    @Section("8.1")
    void aCompleteDescriptorLeavesMultipartConfigOut() throws Exception {
        assertThat(multipart("/complete/deaf", "x").text()).isEqualTo("refused");
    }

    @Test
    @Section("8.1")
    void aCompleteDescriptorLeavesServletSecurityOut() throws Exception {
        assertThat(apps.status("/complete/deaf")).isEqualTo(200);
        assertThat(apps.status("/heeded/deaf")).isEqualTo(403);
    }

    @Test
    @Section("8.1")
    void aCompleteDescriptorLeavesPostConstructAndRunAsOut() throws Exception {
        assertThat(apps.text("/complete/deaf")).isEqualTo("no null");
        assertThat(registration("/heeded", "deaf").getRunAsRole()).isEqualTo("somebody");
    }

    @Test
    @Section("8.1")
    void aDescriptorThatSaysThatItIsNotCompleteIsNot() throws Exception {
        assertThat(apps.status("/incomplete/value")).isEqualTo(200);
    }

    @Test
    @Section("8.4")
    void theVersionOfTheDescriptorDoesNotMatter() throws Exception {
        for (String version : List.of("/v25", "/v24", "/v23")) {
            assertThat(apps.status(version + "/value")).as(version).isEqualTo(200);
        }
    }

    @Test
    @Section("8.4")
    void aCompleteDescriptorOf25IsCompleteToo() throws Exception {
        assertThat(apps.status("/v25complete/value")).isEqualTo(404);
    }

    // ---- WebServlet

    @Test
    @Section("8.1.1")
    void theNameIsThatOfTheClassUnlessThereIsAnother() throws Exception {
        assertThat(apps.text("/all/value")).startsWith(Plain.class.getName() + " ");
        assertThat(apps.text("/all/full")).startsWith("full ");
    }

    @Test
    @Section("8.1.1")
    void everyPatternOfUrlPatternsIsMapped() throws Exception {
        assertThat(registration("/all", "full").getMappings())
                .containsExactlyInAnyOrder("/full", "/full/*", "*.full");
        assertThat(apps.status("/all/full/x/y")).isEqualTo(200);
        assertThat(apps.status("/all/x.full")).isEqualTo(200);
    }

    @Test
    @Section("8.1.1")
    void aServletWithoutPatternIsNotDeployed() {
        assertThat(registration("/all", "nowhere")).isNull();
    }

    @Test
    @Section("8.1.1")
    void aDescriptorOfThatNameMayGiveThePattern() throws Exception {
        assertThat(apps.text("/described/somewhere")).startsWith("nowhere ");
    }

    @Test
    @Section("WebServlet.loadOnStartup")
    void aServletThatAsksForItIsInitialisedAtStart() {
        assertThat(apps.context("/all").getAttribute("full")).isEqualTo("initialised");
    }

    @Test
    @Section("WebServlet.asyncSupported")
    void asyncIsNotSupportedUnlessSaid() throws Exception {
        assertThat(apps.text("/all/value")).contains(" async=false");
        assertThat(apps.text("/all/full")).contains(" async=false"); // its filter does not
        assertThat(apps.text("/all/full/x")).contains(" async=true");
    }

    @Test
    @Section("8.1.1")
    void anotherNameInTheDescriptorIsAnotherInstance() throws Exception {
        String annotated = apps.text("/described/counted");
        String described = apps.text("/described/other");
        assertThat(annotated).startsWith("counted by=annotation ");
        assertThat(described).startsWith("other async=false ");
        assertThat(instance(described)).isNotEqualTo(instance(annotated));
        assertThat(instance(apps.text("/described/other"))).isEqualTo(instance(described));
    }

    private static String instance(String text) {
        return text.substring(text.lastIndexOf(' '));
    }

    @Test
    @Section("8.1.1")
    void whatAProgramAddsUnderAnotherNameHasNothingOfTheAnnotation() throws Exception {
        String added = apps.text("/all/added");
        assertThat(added).startsWith("added async=false ");
        assertThat(instance(added)).isNotEqualTo(instance(apps.text("/all/counted")));
        assertThat(registration("/all", "added").getMappings()).containsExactly("/added");
    }

    @Test
    @Section("8.2.3")
    void aDescriptorOfTheSameNameReplacesThePatterns() throws Exception {
        assertThat(registration("/described", "full").getMappings()).containsExactly("/elsewhere");
        assertThat(apps.status("/described/full")).isEqualTo(404);
    }

    @Test
    @Section("8.2.3")
    void parametersOfBothAreThereAndTheDescriptorDecides() throws Exception {
        assertThat(registration("/described", "full").getInitParameters())
                .containsOnly(
                        Map.entry("a", "1"), Map.entry("b", "descriptor"), Map.entry("c", "3"));
    }

    @Test
    @Section("8.2.3")
    void whatTheDescriptorDoesNotSayTheAnnotationAdds() {
        assertThat(apps.context("/described").getAttribute("full")).isEqualTo("initialised");
    }

    // ---- WebFilter

    @Test
    @Section("8.1.2")
    void aFilterIsNamedForItsClassUnlessThereIsAnotherName() throws Exception {
        assertThat(apps.text("/all/value")).endsWith("filters=ByValue");
        assertThat(apps.context("/all").getFilterRegistrations())
                .containsKeys(ByValue.class.getName(), "byPatterns");
    }

    @Test
    @Section("8.1.2")
    void aFilterHasItsPatternsAndParameters() throws Exception {
        assertThat(apps.text("/all/full")).endsWith("filters=byPatterns(v)");
        assertThat(apps.text("/all/x.full")).endsWith("filters=byPatterns(v)");
        assertThat(apps.text("/all/full/x")).endsWith("filters=null");
    }

    @Test
    @Section("8.1.2")
    void aFilterMayBeForServlets() throws Exception {
        assertThat(apps.text("/all/counted")).contains("filters=byServlet ");
    }

    @Test
    @Section("8.1.2")
    void aFilterThatIsForNothingIsNotDeployed() {
        assertThat(apps.context("/all").getFilterRegistration("unmappedFilter")).isNull();
    }

    @Test
    @Section("WebFilter.dispatcherTypes")
    void aFilterIsForRequestsUnlessItSaysOtherwise() throws Exception {
        assertThat(apps.text("/all/forward")).endsWith("filters=forwarded");
        assertThat(apps.text("/all/value")).endsWith("filters=ByValue");
    }

    // ---- WebListener

    @Test
    @Section("8.1.4")
    void aListenerHearsAllThatItListensTo() throws Exception {
        assertThat(apps.text("/all/heard"))
                .startsWith("context ")
                .endsWith(
                        " request context-attribute request-attribute session session-attribute"
                                + " session-id ");
    }

    // ---- MultipartConfig

    @Test
    @Section("8.1.5")
    void aServletWithMultipartConfigGetsParts() throws Exception {
        assertThat(multipart("/all/parts", "content").text()).isEqualTo("1 n.txt content");
    }

    @Test
    @Section("8.1.5")
    void aServletWithoutItDoesNot() throws Exception {
        assertThat(multipart("/all/no-parts", "content").text()).isEqualTo("refused");
    }

    @Test
    @Section("MultipartConfig.maxFileSize")
    void aFileMayHaveThatManyBytes() throws Exception {
        assertThat(multipart("/all/parts", "12345678").text()).isEqualTo("1 n.txt 12345678");
        assertThat(multipart("/all/parts", "123456789").text()).isEqualTo("refused");
    }

    @Test
    @Section("8.1.5")
    void aRelativeLocationIsBelowTheTemporaryDirectory() throws Exception {
        assertThat(apps.text("/all/parts-in")).isEqualTo("false");
        assertThat(multipart("/all/parts-in?keep=1", "x").status()).isEqualTo(200);
        assertThat(apps.text("/all/parts-in")).isEqualTo("true");
    }

    @Test
    @Section("MultipartConfig")
    void withoutValuesThereIsNoLimitAndNoThreshold() throws Exception {
        assertThat(multipart("/free/free", "x").text()).isEqualTo("1, 1 in files");
        assertThat(multipart("/free/free", "x".repeat(3_000_000)).text()).startsWith("3000000, ");
    }

    // ---- what is wrong

    @WebServlet(value = "/a", urlPatterns = "/b")
    public static final class Both extends Named {
        private static final long serialVersionUID = 1;
    }

    @WebFilter(value = "/a", urlPatterns = "/b")
    public static final class BothFilter extends Marking {
        @Override
        String mark() {
            return "";
        }
    }

    @WebServlet(name = "counted", urlPatterns = "/again")
    public static final class SameName extends Named {
        private static final long serialVersionUID = 1;
    }

    @WebListener
    public static final class NoListener implements java.util.EventListener {}

    @WebFilter("/*")
    public static final class NoFilter {}

    private String refusal(Class<?>... types) {
        AppDirectory app = new AppDirectory(directory, "wrong" + System.nanoTime());
        return AppServer.refusal(server, app.classes(types));
    }

    @Test
    @Section("8.1.1")
    void valueAndUrlPatternsOfAServletTogetherAreRefused() {
        assertThat(refusal(Named.class, Both.class))
                .contains("class " + Both.class.getName())
                .contains("@WebServlet has value or urlPatterns, not both");
    }

    @Test
    @Section("8.1.2")
    void valueAndUrlPatternsOfAFilterTogetherAreRefused() {
        assertThat(refusal(Marking.class, BothFilter.class))
                .contains("class " + BothFilter.class.getName())
                .contains("@WebFilter has value or urlPatterns, not both");
    }

    @Test
    @Section("8.2.1")
    void oneNameForTwoServletsIsRefused() {
        assertThat(refusal(Named.class, Counted.class, SameName.class))
                .contains("the name counted is taken by")
                .contains(Counted.class.getName());
    }

    @Test
    @Section("8.1.4")
    void aListenerThatListensToNothingIsRefused() {
        assertThat(refusal(NoListener.class))
                .contains(NoListener.class.getName() + " is no listener");
    }

    @Test
    @Section("8.1.2")
    void aFilterThatIsNoneIsRefused() {
        assertThat(refusal(NoFilter.class))
                .contains(NoFilter.class.getName())
                .contains("is no jakarta.servlet.Filter");
    }
}
