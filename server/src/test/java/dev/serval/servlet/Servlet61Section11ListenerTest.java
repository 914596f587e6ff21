package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import dev.serval.LoggedEvents;
import dev.serval.servlet.registration.Listeners;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EventListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class Servlet61Section11ListenerTest {
    static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @TempDir Path files;

    @BeforeEach
    void forget() {
        EVENTS.clear();
    }

    private static ServletContextListener starter(String name) {
        return new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                EVENTS.add("start " + name);
            }

            @Override
            public void contextDestroyed(ServletContextEvent event) {
                EVENTS.add("stop " + name);
            }
        };
    }

    private static ServletRequestListener requests(String name) {
        return new ServletRequestListener() {
            @Override
            public void requestInitialized(ServletRequestEvent event) {
                EVENTS.add("in " + name);
            }

            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                EVENTS.add("out " + name);
            }
        };
    }

    private static ServletContextListener doing(
            java.util.function.Consumer<ServletContextEvent> d) {
        return new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                d.accept(event);
            }
        };
    }

    @Test
    void section11_3_listenersAreToldInTheirOrderAndOfTheEndInReverse() {
        App app = App.of(App.builder().listener(starter("a")).listener(starter("b")));
        assertThat(EVENTS).containsExactly("start a", "start b");
        EVENTS.clear();
        app.context.stop();
        app.context.stop();
        assertThat(EVENTS).containsExactly("stop b", "stop a");
    }

    @Test
    void section11_3_listenersAreToldBeforeServletsAndFiltersStart() {
        ContextBuilder builder =
                App.builder()
                        .servlet(
                                "s",
                                new jakarta.servlet.http.HttpServlet() {
                                    private static final long serialVersionUID = 1;

                                    @Override
                                    public void init() {
                                        EVENTS.add("servlet");
                                    }

                                    @Override
                                    public void destroy() {
                                        EVENTS.add("servlet ends");
                                    }
                                },
                                0,
                                "/s")
                        .filterClass(
                                "f",
                                Servlet61Section6_2FilterTest.Named.class.getName(),
                                true,
                                java.util.Map.of())
                        .listener(starter("a"));
        Servlet61Section6_2FilterTest.EVENTS.clear();
        App app = App.of(builder);
        assertThat(EVENTS).containsExactly("start a", "servlet");
        app.context.stop();
        assertThat(EVENTS).containsExactly("start a", "servlet", "servlet ends", "stop a");
        assertThat(Servlet61Section6_2FilterTest.EVENTS).containsExactly("init f null", "destroy");
    }

    @Test
    void section11_3_aListenerThatFailsIsNamedAndTheOthersAreEnded() {
        AppContext context =
                App.builder()
                        .listener(starter("a"))
                        .listenerClass(Broken.class.getName())
                        .listener(starter("never"))
                        .build();
        assertThatThrownBy(context::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining(Broken.class.getName())
                .hasMessageContaining("no database");
        assertThat(EVENTS).containsExactly("start a", "stop a");
        assertThat(context.available()).isFalse();
    }

    /** Fails. */
    public static final class Broken implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            throw new IllegalStateException("no database");
        }
    }

    /** Given by its name; listens to two things. */
    public static final class Both implements ServletContextListener, HttpSessionListener {
        static int made;

        public Both() {
            made++;
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            EVENTS.add("context");
        }

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            EVENTS.add("session");
        }
    }

    @Test
    void section11_2_aListenerOfTwoKindsIsOneObject() {
        Both.made = 0;
        App app =
                App.of(
                        App.builder()
                                .listenerClass(Both.class.getName())
                                .servlet("s", TestServlet.of((q, r) -> q.getSession()), -1, "/s"));
        app.get("/s");
        assertThat(EVENTS).containsExactly("context", "session");
        assertThat(Both.made).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "no.such.Listener, is not there",
        "java.lang.String, is no java.util.EventListener",
    })
    void section11_aClassThatIsNoListenerIsNamed(String className, String words) {
        AppContext context = App.builder().listenerClass(className).build();
        assertThatThrownBy(context::start)
                .hasMessageContaining(className)
                .hasMessageContaining(words);
    }

    @Test
    void section11_aListenerOfNothingIsRefused() {
        AppContext context = App.builder().listener(new EventListener() {}).build();
        assertThatThrownBy(context::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("is no listener");
    }

    @Test
    void section11_theEndIsToldToAllHoweverOneFails() {
        ServletContextListener bad =
                new ServletContextListener() {
                    @Override
                    public void contextDestroyed(ServletContextEvent event) {
                        throw new IllegalStateException("expected by the test");
                    }
                };
        App app = App.of(App.builder().listener(starter("a")).listener(bad));
        app.context.stop();
        assertThat(EVENTS).contains("stop a");
    }

    // ---- requests

    @Test
    void section11_4_requestListenersAreToldAroundTheCall() {
        App app =
                App.of(
                        App.builder()
                                .servlet(
                                        "s",
                                        TestServlet.of((q, r) -> EVENTS.add("service")),
                                        -1,
                                        "/s")
                                .listener(requests("a"))
                                .listener(requests("b")));
        app.get("/s");
        assertThat(EVENTS).containsExactly("in a", "in b", "service", "out b", "out a");
    }

    @Test
    void section11_4_theErrorPageIsStillPartOfTheRequest() {
        App app =
                App.of(
                        App.builder()
                                .servlet(
                                        "s",
                                        TestServlet.of(
                                                (q, r) -> {
                                                    throw new IllegalStateException("expected");
                                                }),
                                        -1,
                                        "/s")
                                .servlet(
                                        "page",
                                        TestServlet.of((q, r) -> EVENTS.add("page")),
                                        -1,
                                        "/page")
                                .errorPage(500, null, "/page")
                                .listener(requests("a")));
        app.get("/s");
        assertThat(EVENTS).containsExactly("in a", "page", "out a");
    }

    @Test
    void section11_4_aRequestListenerThatFailsIs500() {
        ServletRequestListener bad =
                new ServletRequestListener() {
                    @Override
                    public void requestInitialized(ServletRequestEvent event) {
                        throw new IllegalStateException("secret");
                    }
                };
        FakeStream answer =
                App.of(App.builder().servlet("s", TestServlet.says("s"), -1, "/s").listener(bad))
                        .get("/s");
        assertThat(answer.status).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret");
    }

    @Test
    void section11_4_requestListenersAreToldOfFilesEachTime() throws IOException {
        Files.writeString(files.resolve("a.txt"), "text");
        App app = App.of(App.builder().docBase(files).listener(requests("a")));
        for (int i = 0; i < 4; i++) {
            assertThat(app.get("/a.txt").body()).isEqualTo("text");
        }
        assertThat(EVENTS).hasSize(8);
    }

    @Test
    void section11_2_requestAttributesAreTold() {
        ServletRequestAttributeListener listener =
                new ServletRequestAttributeListener() {
                    @Override
                    public void attributeAdded(ServletRequestAttributeEvent event) {
                        EVENTS.add("added " + event.getName() + event.getValue());
                    }

                    @Override
                    public void attributeReplaced(ServletRequestAttributeEvent event) {
                        EVENTS.add("replaced " + event.getName() + event.getValue());
                    }

                    @Override
                    public void attributeRemoved(ServletRequestAttributeEvent event) {
                        EVENTS.add("removed " + event.getName() + event.getValue());
                    }
                };
        App app =
                App.of(
                        App.builder()
                                .servlet(
                                        "s",
                                        TestServlet.of(
                                                (q, r) -> {
                                                    q.setAttribute("a", 1);
                                                    q.setAttribute("a", 2);
                                                    q.removeAttribute("a");
                                                    q.removeAttribute("a");
                                                    q.setAttribute("b", 3);
                                                    q.setAttribute("b", null);
                                                }),
                                        -1,
                                        "/s")
                                .listener(listener));
        app.get("/s");
        assertThat(EVENTS)
                .containsExactly("added a1", "replaced a1", "removed a2", "added b3", "removed b3");
    }

    @Test
    void section11_2_contextAttributesAreTold() {
        ServletContextAttributeListener listener =
                new ServletContextAttributeListener() {
                    @Override
                    public void attributeAdded(ServletContextAttributeEvent event) {
                        EVENTS.add("added " + event.getName() + event.getValue());
                    }

                    @Override
                    public void attributeReplaced(ServletContextAttributeEvent event) {
                        EVENTS.add("replaced " + event.getName() + event.getValue());
                    }

                    @Override
                    public void attributeRemoved(ServletContextAttributeEvent event) {
                        EVENTS.add("removed " + event.getName() + event.getValue());
                    }
                };
        App app = App.of(App.builder().listener(listener));
        app.context.servletContext().setAttribute("a", 1);
        app.context.servletContext().setAttribute("a", 2);
        app.context.servletContext().removeAttribute("a");
        app.context.servletContext().removeAttribute("a");
        assertThat(EVENTS).containsExactly("added a1", "replaced a1", "removed a2");
    }

    // ---- what a listener may do

    @Test
    void section4_4_aListenerOfADescriptorMayRegister() {
        App app =
                App.of(
                        App.builder()
                                .listener(
                                        doing(
                                                e ->
                                                        e.getServletContext()
                                                                .addServlet(
                                                                        "late",
                                                                        TestServlet.says("late"))
                                                                .addMapping("/late"))));
        assertThat(app.get("/late").body()).isEqualTo("late");
    }

    @Test
    void section4_4_3_aListenerMayNotAddAContextListener() {
        App.of(
                App.builder()
                        .listener(
                                doing(
                                        e ->
                                                assertThatThrownBy(
                                                                () ->
                                                                        e.getServletContext()
                                                                                .addListener(
                                                                                        starter(
                                                                                                "x")))
                                                        .isInstanceOf(
                                                                IllegalArgumentException.class))));
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void section4_4_aListenerThatAProgramAddedMayNotRegisterNorLook() {
        List<ContextCall> calls =
                List.of(
                        c -> c.addServlet("x", "a.B"),
                        c -> c.addJspFile("x", "/a.jsp"),
                        c -> c.createServlet(TestServlet.class),
                        c -> c.getServletRegistration("x"),
                        ServletContext::getServletRegistrations,
                        c -> c.addFilter("x", "a.B"),
                        c -> c.createFilter(jakarta.servlet.http.HttpFilter.class),
                        c -> c.getFilterRegistration("x"),
                        ServletContext::getFilterRegistrations,
                        c -> c.addListener("a.B"),
                        c -> c.createListener(ServletRequestListener.class),
                        ServletContext::getSessionCookieConfig,
                        c -> c.setSessionTrackingModes(Set.of()),
                        c -> c.setSessionTimeout(1),
                        ServletContext::getJspConfigDescriptor,
                        c -> c.declareRoles("a"),
                        c -> c.setRequestCharacterEncoding("UTF-8"),
                        c -> c.setResponseCharacterEncoding("UTF-8"),
                        c -> c.setInitParameter("a", "b"));
        ServletContextListener added =
                doing(
                        e ->
                                assertThat(calls)
                                        .allSatisfy(
                                                call ->
                                                        assertThatThrownBy(
                                                                        () ->
                                                                                call.on(
                                                                                        e
                                                                                                .getServletContext()))
                                                                .isInstanceOf(
                                                                        UnsupportedOperationException
                                                                                .class)));
        App.of(App.builder().initializer((classes, context) -> context.addListener(added), null));
    }

    private interface ContextCall {
        void on(ServletContext context) throws ServletException;
    }

    @Test
    void section4_4_1_4_aJspFileHasANameAndAPath() {
        App app =
                App.of(
                        App.builder()
                                .listener(
                                        doing(
                                                e -> {
                                                    ServletContext context = e.getServletContext();
                                                    assertThatThrownBy(
                                                                    () ->
                                                                            context.addJspFile(
                                                                                    "", "/a.jsp"))
                                                            .isInstanceOf(
                                                                    IllegalArgumentException.class);
                                                    assertThatThrownBy(
                                                                    () ->
                                                                            context.addJspFile(
                                                                                    "a", "a.jsp"))
                                                            .isInstanceOf(
                                                                    IllegalArgumentException.class);
                                                    context.addJspFile("a", "/a.jsp")
                                                            .addMapping("/page");
                                                })));
        // Pages fail closed until there is something that translates them.
        assertThat(app.get("/page").status).isEqualTo(501);
    }

    @Test
    void aListenerThatLacksAClassAtTheEndIsNamedInOneLine() throws Exception {
        ServletContextListener lacking =
                new ServletContextListener() {
                    @Override
                    public void contextDestroyed(ServletContextEvent event) {
                        throw new NoClassDefFoundError("x/Gone");
                    }
                };
        LoggedEvents appender = new LoggedEvents();
        Logger logger = (Logger) LoggerFactory.getLogger(Listeners.class);
        logger.addAppender(appender);
        try {
            AppContext context =
                    AppContext.builder("/app").listener(starter("one")).listener(lacking).build();
            context.start();
            context.stop();
        } finally {
            logger.detachAppender(appender);
        }
        assertThat(EVENTS).containsExactly("start one", "stop one");
        assertThat(appender.list)
                .singleElement()
                .satisfies(
                        event -> {
                            assertThat(event.getFormattedMessage())
                                    .endsWith(
                                            "failed in contextDestroyed:"
                                                    + " java.lang.NoClassDefFoundError: x/Gone");
                            assertThat(event.getThrowableProxy()).isNull();
                        });
    }
}
