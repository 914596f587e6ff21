package dev.serval.embed;

import static dev.serval.embed.Asked.get;
import static dev.serval.embed.Asked.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that are written down in Java: filters, listeners, sessions, several connectors. */
class GivenInJavaTest {
    @TempDir private Path directory;

    @Test
    void aFilterIsBeforeServletsAndFiles() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "file");
        try (Serval serval =
                Serval.onPort(0)
                        .directory("/app", directory)
                        .servlet("/app", "/hello", new Says("servlet"))
                        .filter("/app", "/*", new Marks("one"))
                        .start()) {
            assertThat(get(serval, "/app/hello")).contains("\r\nX-Mark: one").endsWith("servlet");
            assertThat(get(serval, "/app/a.txt")).contains("\r\nX-Mark: one").endsWith("file");
        }
    }

    @Test
    void filtersAreCalledInTheirOrder() throws Exception {
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("", "/*", new Says("x"))
                        .filter("", "/*", new Marks("one"))
                        .filter("", "/*", new Marks("two"))
                        .start()) {
            assertThat(get(serval, "/")).contains("X-Mark: one\r\nX-Mark: two\r\n");
        }
    }

    @Test
    void oneFilterMayHaveSeveralPatterns() throws Exception {
        Marks filter = new Marks("one");
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("", "/*", new Says("x"))
                        .filter("", "/a", filter)
                        .filter("", "/b", filter)
                        .start()) {
            assertThat(get(serval, "/a")).contains("X-Mark");
            assertThat(get(serval, "/b")).contains("X-Mark");
            assertThat(get(serval, "/c")).doesNotContain("X-Mark");
        }
        assertThat(filter.inits).hasValue(1);
    }

    @Test
    void aFilterMayBeForErrorsOnly() throws Exception {
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("", "/page", new Says("page"))
                        .filter("", "/*", new Marks("error"), DispatcherType.FORWARD)
                        .start()) {
            assertThat(get(serval, "/page")).doesNotContain("X-Mark");
        }
    }

    @Test
    void aFilterStandsAfterThoseOfTheDescriptor() throws Exception {
        write(
                "WEB-INF/web.xml",
                "<web-app><filter><filter-name>f</filter-name><filter-class>"
                        + Described.class.getName()
                        + "</filter-class></filter><filter-mapping><filter-name>f</filter-name>"
                        + "<url-pattern>/*</url-pattern></filter-mapping></web-app>");
        try (Serval serval =
                Serval.onPort(0)
                        .webapp("", directory)
                        .servlet("", "/hello", new Says("x"))
                        .filter("", "/*", new Marks("java"))
                        .start()) {
            assertThat(get(serval, "/hello")).contains("X-Mark: descriptor\r\nX-Mark: java\r\n");
        }
    }

    @Test
    void aPatternThatIsNoneKeepsTheServerFromStarting() {
        assertThatThrownBy(() -> Serval.onPort(0).filter("/app", "a*b", new Marks("x")).start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageStartingWith("the application at [/app] cannot start: ")
                .hasMessageContaining("a*b");
    }

    @Test
    void listenersAreTold() throws Exception {
        List<String> told = new ArrayList<>();
        ServletContextListener listener =
                new ServletContextListener() {
                    @Override
                    public void contextInitialized(ServletContextEvent event) {
                        told.add("begin " + event.getServletContext().getContextPath());
                    }

                    @Override
                    public void contextDestroyed(ServletContextEvent event) {
                        told.add("end");
                    }
                };
        Serval.onPort(0).listener("/app", listener).start().close();
        assertThat(told).containsExactly("begin /app", "end");
    }

    @Test
    void sessionsEndAsTold() throws Exception {
        List<Integer> seconds = new ArrayList<>();
        HttpSessionListener listener =
                new HttpSessionListener() {
                    @Override
                    public void sessionCreated(HttpSessionEvent event) {
                        seconds.add(event.getSession().getMaxInactiveInterval());
                    }
                };
        HttpServlet servlet =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                        request.getSession();
                    }
                };
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("/app", "/", servlet)
                        .listener("/app", listener)
                        .sessionTimeout("/app", 3)
                        .start()) {
            assertThat(get(serval, "/app/")).contains("Set-Cookie: JSESSIONID=");
        }
        assertThat(seconds).containsExactly(180);
    }

    @Test
    void theTimeoutGoesBeforeThatOfTheDescriptor() throws Exception {
        write(
                "WEB-INF/web.xml",
                "<web-app><session-config><session-timeout>7</session-timeout></session-config>"
                        + "</web-app>");
        try (Serval serval = Serval.onPort(0).webapp("", directory).start()) {
            assertThat(serval.servletContext("/").getSessionTimeout()).isEqualTo(7);
        }
        try (Serval serval =
                Serval.onPort(0).webapp("", directory).sessionTimeout("/", 3).start()) {
            assertThat(serval.servletContext("/").getSessionTimeout()).isEqualTo(3);
        }
    }

    @Test
    void anInitializerSeesTheContextFirst() throws Exception {
        try (Serval serval =
                Serval.onPort(0)
                        .initializer("/app", (none, context) -> context.setAttribute("a", none))
                        .initializer(
                                "/app",
                                (none, context) ->
                                        context.addServlet("named", new Says("by hand"))
                                                .addMapping("/x"))
                        .start()) {
            assertThat(get(serval, "/app/x")).endsWith("by hand");
            ServletContext context = serval.servletContext("/app");
            assertThat(context.getServletRegistration("named").getMappings()).containsExactly("/x");
        }
    }

    @Test
    void aServletContextThatIsNotThereIsSaid() throws Exception {
        try (Serval serval = Serval.onPort(0).start()) {
            assertThatThrownBy(() -> serval.servletContext("/app"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("nothing is at /app");
        }
    }

    @Test
    void anAnnotationOfAnInstanceLetsItTakeParts() throws Exception {
        String body =
                "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\n"
                        + "12345\r\n--b--\r\n";
        try (Serval serval = Serval.onPort(0).servlet("", "/upload", new Upload()).start()) {
            String type = "Content-Type: multipart/form-data; boundary=b";
            assertThat(send(serval, "POST", "/upload", body, type)).endsWith("n 5");
        }
    }

    @Test
    void anApplicationHasATemporaryDirectoryUntilTheEnd() throws Exception {
        File temporary;
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("/a", "/", new Says("x"))
                        .servlet("/b", "/", new Says("x"))
                        .start()) {
            temporary = (File) serval.servletContext("/a").getAttribute(ServletContext.TEMPDIR);
            assertThat(temporary)
                    .isDirectory()
                    .isNotEqualTo(serval.servletContext("/b").getAttribute(ServletContext.TEMPDIR));
            Files.writeString(temporary.toPath().resolve("kept.txt"), "x");
        }
        assertThat(temporary).doesNotExist();
        assertThat(temporary.getParentFile()).doesNotExist();
    }

    @Test
    void severalConnectorsServeTheSame() throws Exception {
        try (Serval serval =
                Serval.on(ConnectorConfig.of(IoModel.NIO, 0), ConnectorConfig.of(IoModel.BIO, 0))
                        .address("127.0.0.1")
                        .servlet("", "/*", new Says("same"))
                        .start()) {
            assertThat(serval.uris()).hasSize(2).doesNotHaveDuplicates();
            assertThat(serval.uri()).isEqualTo(serval.uris().get(0)).hasPort(serval.port());
            for (URI uri : serval.uris()) {
                assertThat(uri.toURL().openStream()).hasContent("same");
            }
        }
    }

    @Test
    void aServerNeedsAConnector() {
        assertThatThrownBy(Serval::on).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyRequestIsInTheAccessLog() throws Exception {
        Path logs = directory.resolve("logs");
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("", "/*", new Says("x"))
                        .accessLog(logs, "%m %U %s")
                        .start()) {
            get(serval, "/one");
            get(serval, "/two");
        }
        try (Stream<Path> files = Files.list(logs)) {
            assertThat(files)
                    .singleElement()
                    .satisfies(
                            file -> {
                                assertThat(file.getFileName().toString())
                                        .matches("access_log\\.\\d{4}-\\d\\d-\\d\\d\\.txt");
                                assertThat(file).hasContent("GET /one 200\nGET /two 200\n");
                            });
        }
    }

    @Test
    void aPatternOfTheAccessLogIsCheckedAtOnce() {
        assertThatThrownBy(() -> Serval.onPort(0).accessLog(directory, "%Q"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Q");
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static final class Says extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final String words;

        Says(String words) {
            this.words = words;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print(words);
        }
    }

    private static class Marks extends HttpFilter {
        private static final long serialVersionUID = 1;
        private final String mark;
        private final AtomicInteger inits = new AtomicInteger();

        Marks(String mark) {
            this.mark = mark;
        }

        @Override
        public void init() {
            inits.incrementAndGet();
        }

        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.addHeader("X-Mark", mark);
            chain.doFilter(request, response);
        }
    }

    /** Made by its name. */
    public static final class Described extends Marks {
        private static final long serialVersionUID = 1;

        public Described() {
            super("descriptor");
        }
    }

    @MultipartConfig
    private static final class Upload extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            var part = request.getPart("f");
            response.getWriter().print(part.getSubmittedFileName() + " " + part.getSize());
        }
    }
}
