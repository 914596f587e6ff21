package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import dev.serval.LoggedEvents;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.ContextSettings;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Servlet 6.1 §4, and the life of servlets of §2.3. */
class AppContextTest {
    @TempDir Path files;

    private final List<String> events = new CopyOnWriteArrayList<>();

    @Test
    void noLineOfAMessageLooksLikeAMessageOfItsOwn() {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.serval.application.said");
        LoggedEvents appender = new LoggedEvents();
        logger.addAppender(appender);
        try {
            ServletContext context = AppContext.builder("/said").build().servletContext();
            context.log("a\n2026-11-24 ERROR b\u0085");
            context.log("c\rd", new IllegalStateException());
            context.log(null);
        } finally {
            logger.detachAppender(appender);
        }
        assertThat(appender.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("a\n    2026-11-24 ERROR b\\u0085", "c\n    d", "null");
    }

    private HttpServlet noting(String name) {
        return new HttpServlet() {
            private static final long serialVersionUID = 1;

            @Override
            public void init() {
                events.add("init " + name);
            }

            @Override
            public void destroy() {
                events.add("destroy " + name);
            }
        };
    }

    private static HttpServlet failing(ServletException failure) {
        return new HttpServlet() {
            private static final long serialVersionUID = 1;

            @Override
            public void init() throws ServletException {
                throw failure;
            }
        };
    }

    // ---- life

    @Test
    void servletsStartInTheOrderOfTheirNumbersAndStopInReverse() throws ServletException {
        AppContext context =
                AppContext.builder("")
                        .servlet("lazy", noting("lazy"), -1, "/l")
                        .servlet("two", noting("two"), 2, "/2")
                        .servlet("one", noting("one"), 1, "/1")
                        .servlet("also one", noting("also one"), 1, "/1b")
                        .build();
        assertThat(context.available()).isFalse();
        context.start();
        assertThat(context.available()).isTrue();
        assertThat(events).containsExactly("init one", "init also one", "init two");
        events.clear();
        context.stop();
        context.stop();
        assertThat(context.available()).isFalse();
        assertThat(events).containsExactly("destroy also one", "destroy one", "destroy two");
    }

    @Test
    void aServletThatFailsAtStartStopsTheOthersAgain() {
        ServletException failure = new ServletException("broken");
        AppContext context =
                AppContext.builder("")
                        .servlet("good", noting("good"), 1, "/1")
                        .servlet("bad", failing(failure), 2, "/2")
                        .servlet("never", noting("never"), 3, "/3")
                        .build();
        assertThatThrownBy(context::start)
                .hasCause(failure)
                .hasMessageContaining("servlet bad (" + getClass().getName())
                .hasMessageContaining("failed in init: jakarta.servlet.ServletException: broken");
        assertThat(context.available()).isFalse();
        assertThat(events).containsExactly("init good", "destroy good");
    }

    @Test
    void theLogTellsWhatAServletThatFailsAtStartHasSaidItself() throws ServletException {
        ServletException failure =
                new ServletException("no price list", new IOException("no file"));
        Logger logger = (Logger) LoggerFactory.getLogger(AppContext.class);
        LoggedEvents appender = new LoggedEvents();
        logger.addAppender(appender);
        try {
            AppContext.builder("")
                    .settings(
                            ContextSettings.DEFAULTS.with(
                                    ContextRule.FAIL_CTX_IF_SERVLET_START_FAILS, false))
                    .servlet("bad", failing(failure), 1, "/1")
                    .build()
                    .start();
        } finally {
            logger.detachAppender(appender);
        }
        assertThat(appender.list)
                .filteredOn(event -> event.getMessage().startsWith("SRV-0634 "))
                .singleElement()
                .satisfies(
                        event ->
                                assertThat(ThrowableProxyUtil.asString(event.getThrowableProxy()))
                                        .contains("no price list", "no file"));
    }

    @Test
    void aServletThatIsOnlyUnavailableDoesNotStopTheStart() throws ServletException {
        AppContext context =
                AppContext.builder("")
                        .servlet("bad", failing(new UnavailableException("x", 9)), 1, "/2")
                        .build();
        context.start();
        assertThat(context.available()).isTrue();
        RegisteredServlet servlet = context.registrations().iterator().next();
        assertThatThrownBy(servlet::instance)
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.getUnavailableSeconds()).isBetween(1, 10));
    }

    @Test
    void aServletWhoseDestroyFailsDoesNotKeepTheOthers() throws ServletException {
        HttpServlet bad =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void destroy() {
                        throw new IllegalStateException("expected by the test");
                    }
                };
        AppContext context =
                AppContext.builder("")
                        .servlet("good", noting("good"), 1, "/1")
                        .servlet("bad", bad, 2, "/2")
                        .build();
        context.start();
        context.stop();
        assertThat(events).containsExactly("init good", "destroy good");
    }

    @Test
    void manyFirstRequestsInitialiseOnce() throws Exception {
        AtomicInteger inits = new AtomicInteger();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        HttpServlet slow =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init() throws ServletException {
                        inits.incrementAndGet();
                        entered.countDown();
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            throw new ServletException(e);
                        }
                    }
                };
        AppContext context = AppContext.builder("").servlet("s", slow, -1, "/s").build();
        context.start();
        RegisteredServlet servlet = context.registrations().iterator().next();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                calls.add(threads.submit(servlet::instance));
            }
            entered.await();
            assertThat(calls).noneMatch(Future::isDone);
            go.countDown();
            for (Future<?> call : calls) {
                assertThat(call.get()).isSameAs(slow);
            }
            assertThat(inits).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anInitialisationThatFailedIsTriedAgain() throws ServletException {
        AtomicInteger tries = new AtomicInteger();
        HttpServlet servlet =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init() throws ServletException {
                        if (tries.incrementAndGet() == 1) {
                            throw new ServletException("first");
                        }
                    }
                };
        AppContext context = AppContext.builder("").servlet("s", servlet, -1, "/s").build();
        context.start();
        RegisteredServlet registered = context.registrations().iterator().next();
        assertThatThrownBy(registered::instance).hasMessageContaining("first");
        assertThat(registered.instance()).isSameAs(servlet);
    }

    // ---- what servlets are told

    @Test
    void aServletKnowsItsNameParametersAndContext() throws ServletException {
        HttpServlet servlet = noting("s");
        AppContext context =
                AppContext.builder("/app")
                        .servlet("s", servlet, 1, "/a", "/b/*")
                        .servletParameter("s", "p", "v")
                        .build();
        context.start();
        ServletConfig config = servlet.getServletConfig();
        assertThat(config.getServletName()).isEqualTo("s");
        assertThat(config.getInitParameter("p")).isEqualTo("v");
        assertThat(Collections.list(config.getInitParameterNames())).containsExactly("p");
        assertThat(config.getServletContext()).isSameAs(context.servletContext());
        assertThat(context.servletContext().getServletRegistration("s").getMappings())
                .containsExactly("/a", "/b/*");
        assertThat(context.servletContext().getServletRegistrations()).containsOnlyKeys("s");
        assertThatThrownBy(
                        () -> context.servletContext().getServletRegistration("s").addMapping("/c"))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void describesItself() {
        ServletContext context =
                AppContext.builder("/app")
                        .displayName("App")
                        .initParameter("a", "b")
                        .serverInfo("Serval/1")
                        .hostName("example.com")
                        .mimeType("serval", "x/serval")
                        .build()
                        .servletContext();
        assertThat(context.getContextPath()).isEqualTo("/app");
        assertThat(context.getServletContextName()).isEqualTo("App");
        assertThat(context.getInitParameter("a")).isEqualTo("b");
        assertThat(context.getInitParameter("b")).isNull();
        assertThat(context.getServerInfo()).isEqualTo("Serval/1");
        assertThat(context.getVirtualServerName()).isEqualTo("example.com");
        assertThat(context.getMajorVersion()).isEqualTo(6);
        assertThat(context.getMinorVersion()).isEqualTo(1);
        assertThat(context.getMimeType("x.serval")).isEqualTo("x/serval");
        assertThat(context.getMimeType("x.html")).isEqualTo("text/html");
        assertThat(context.getMimeType("x.unknown-type")).isNull();
        assertThat(context.getContext("/app/x")).isSameAs(context);
        assertThat(context.getContext("/other")).isNull();
    }

    @Test
    void attributesAreKeptUntilRemoved() {
        ServletContext context = AppContext.builder("").build().servletContext();
        context.setAttribute("a", 1);
        assertThat(context.getAttribute("a")).isEqualTo(1);
        context.setAttribute("a", null);
        assertThat(context.getAttribute("a")).isNull();
        assertThat(context.getAttributeNames().hasMoreElements()).isFalse();
    }

    @Test
    void theWorkDirectoryExistsFromTheStartOn() throws ServletException {
        AppContext context = AppContext.builder("").workDir(files.resolve("work/app")).build();
        context.start();
        assertThat((java.io.File) context.servletContext().getAttribute(ServletContext.TEMPDIR))
                .isEqualTo(files.resolve("work/app").toFile())
                .isDirectory();
    }

    // ---- resources (Servlet 6.1 §4.6)

    private AppContext withFiles() throws IOException {
        Path base = Files.createDirectories(files.resolve("base"));
        Files.createDirectories(base.resolve("WEB-INF/lib"));
        Files.writeString(base.resolve("WEB-INF/web.xml"), "<web-app/>");
        Files.writeString(base.resolve("a.txt"), "text");
        Files.writeString(files.resolve("outside.txt"), "secret");
        return AppContext.builder("/app").docBase(base).build();
    }

    @Test
    void theApplicationSeesItsOwnFiles() throws IOException {
        AppContext context = withFiles();
        try (var stream = context.servletContext().getResource("/WEB-INF/web.xml").openStream()) {
            assertThat(stream).hasContent("<web-app/>");
        }
        try (var stream = context.servletContext().getResourceAsStream("/a.txt")) {
            assertThat(stream).hasContent("text");
        }
        assertThat(context.servletContext().getResourcePaths("/"))
                .containsExactly("/WEB-INF/", "/a.txt");
        assertThat(context.servletContext().getResourcePaths("/WEB-INF"))
                .containsExactly("/WEB-INF/lib/", "/WEB-INF/web.xml");
        assertThat(context.servletContext().getRealPath("/a.txt"))
                .isEqualTo(files.resolve("base/a.txt").toString());
        assertThat(context.servletContext().getRealPath("new.txt"))
                .isEqualTo(files.resolve("base/new.txt").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/missing",
                "/../outside.txt",
                "/WEB-INF/../../outside.txt",
                "//etc/passwd",
                "/a\\b"
            })
    void nothingElseIsSeen(String path) throws IOException {
        AppContext context = withFiles();
        assertThat(context.servletContext().getResource(path)).isNull();
        assertThat(context.servletContext().getResourceAsStream(path)).isNull();
        assertThat(context.servletContext().getResourcePaths(path)).isNull();
    }

    @Test
    void aRealPathNeverLeadsOut() throws IOException {
        assertThat(withFiles().servletContext().getRealPath("/../outside.txt")).isNull();
        assertThat(AppContext.builder("").build().servletContext().getRealPath("/a")).isNull();
    }

    @Test
    void aLinkThatLeadsOutIsNotSeen() throws IOException {
        AppContext context = withFiles();
        Files.createSymbolicLink(files.resolve("base/link"), files.resolve("outside.txt"));
        assertThat(context.servletContext().getResource("/link")).isNull();
        assertThat(context.servletContext().getResourceAsStream("/link")).isNull();
    }

    @Test
    void aPathWithoutSlashIsRefused() throws IOException {
        AppContext context = withFiles();
        assertThatThrownBy(() -> context.servletContext().getResource("a.txt"))
                .isInstanceOf(MalformedURLException.class);
        assertThat(context.servletContext().getResourceAsStream("a.txt")).isNull();
    }

    @Test
    void aContextWithFilesHasAServletForThem() throws IOException {
        assertThat(withFiles().servletContext().getServletRegistration("default").getMappings())
                .containsExactly("/");
        assertThat(withFiles().fastFile()).isNotNull();
        assertThat(AppContext.builder("").build().fastFile()).isNull();
    }

    @Test
    void aDescriptionIsChecked() {
        assertThatThrownBy(
                        () ->
                                AppContext.builder("")
                                        .servlet("a", noting("a"), 1, "/a")
                                        .servlet("a", noting("a"), 1, "/b"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AppContext.builder("").servletParameter("a", "b", "c").build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"''", "/index.html", "index/"})
    void welcomeFilesHaveNoSlashAtTheirEnds(String name) {
        assertThatThrownBy(() -> AppContext.builder("").welcomeFiles(List.of(name)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
