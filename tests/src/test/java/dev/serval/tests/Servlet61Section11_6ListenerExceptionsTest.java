package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What becomes of a request, and of the other listeners, when a listener throws. */
@OnBioAndNio
final class Servlet61Section11_6ListenerExceptionsTest {
    @Parameter ServletUnderTest server;
    @TempDir Path directory;

    private final List<String> told = new CopyOnWriteArrayList<>();

    /** Throws whenever an attribute of its name is added, and tells of others. */
    private final class Attributes
            implements ServletContextAttributeListener,
                    ServletRequestAttributeListener,
                    HttpSessionAttributeListener {
        private final String name;

        Attributes(String name) {
            this.name = name;
        }

        private void added(String attribute) {
            told.add(name + " " + attribute);
            if (attribute.equals(name)) {
                throw new IllegalStateException("listener " + name);
            }
        }

        @Override
        public void attributeAdded(ServletContextAttributeEvent event) {
            added(event.getName());
        }

        @Override
        public void attributeAdded(ServletRequestAttributeEvent event) {
            added(event.getName());
        }

        @Override
        public void attributeAdded(HttpSessionBindingEvent event) {
            added(event.getName());
        }
    }

    /** With a page for IllegalStateException, if that is wanted. */
    private RegisteringServer app(boolean page, OneServlet.Body body, EventListener... listeners)
            throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1' metadata-complete='true'>"
                        + (page
                                ? "<error-page><exception-type>java.lang.IllegalStateException"
                                        + "</exception-type><location>/page</location>"
                                        + "</error-page>"
                                : "")
                        + "</web-app>");
        return RegisteringServer.start(
                server,
                directory,
                a -> {
                    for (EventListener listener : listeners) {
                        a.context().addListener(listener);
                    }
                    a.servlet("s", body, "/s");
                    a.servlet(
                            "page",
                            (q, r) -> {
                                Object thrown = q.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
                                r.getWriter().print("page of " + ((Throwable) thrown).getMessage());
                            },
                            "/page");
                });
    }

    private void hasItsPage(OneServlet.Body body, EventListener... listeners) throws Exception {
        try (RegisteringServer app = app(true, body, listeners)) {
            RawResponse answer = app.get("/s");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo("page of listener a");
        }
    }

    private void is500(OneServlet.Body body, EventListener... listeners) throws Exception {
        try (RegisteringServer app = app(false, body, listeners)) {
            assertThat(app.get("/s").status()).isEqualTo(500);
        }
    }

    private static final OneServlet.Body SETS_CONTEXT =
            (q, r) -> q.getServletContext().setAttribute("a", 1);
    private static final OneServlet.Body SETS_REQUEST = (q, r) -> q.setAttribute("a", 1);
    private static final OneServlet.Body SETS_SESSION =
            (q, r) -> q.getSession().setAttribute("a", 1);

    @Test
    void anExceptionOfAContextAttributeListenerHasTheErrorPage() throws Exception {
        hasItsPage(SETS_CONTEXT, new Attributes("a"));
    }

    @Test
    void anExceptionOfARequestAttributeListenerHasTheErrorPage() throws Exception {
        hasItsPage(SETS_REQUEST, new Attributes("a"));
    }

    @Test
    void anExceptionOfASessionAttributeListenerHasTheErrorPage() throws Exception {
        hasItsPage(SETS_SESSION, new Attributes("a"));
    }

    @Test
    void withoutAPageAnExceptionOfAContextAttributeListenerIs500() throws Exception {
        is500(SETS_CONTEXT, new Attributes("a"));
    }

    @Test
    void withoutAPageAnExceptionOfARequestAttributeListenerIs500() throws Exception {
        is500(SETS_REQUEST, new Attributes("a"));
    }

    @Test
    void withoutAPageAnExceptionOfASessionAttributeListenerIs500() throws Exception {
        is500(SETS_SESSION, new Attributes("a"));
    }

    @Test
    void noMoreListenersOfTheEventAreCalled() throws Exception {
        for (OneServlet.Body body : List.of(SETS_CONTEXT, SETS_REQUEST, SETS_SESSION)) {
            told.clear();
            try (RegisteringServer app =
                    app(false, body, new Attributes("a"), new Attributes("b"))) {
                told.clear();
                app.get("/s");
                assertThat(told).containsExactly("a a");
            }
        }
    }

    @Test
    void theComponentThatCausedTheEventMayCatchTheException() throws Exception {
        try (RegisteringServer app =
                app(
                        true,
                        (q, r) -> {
                            assertThatThrownBy(() -> q.setAttribute("a", 1))
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessage("listener a");
                            r.getWriter().print("goes on");
                        },
                        new Attributes("a"))) {
            assertThat(app.text("/s")).isEqualTo("goes on");
        }
    }

    @Test
    void anExceptionOfASessionListenerIsThatOfWhoCreatesTheSession() throws Exception {
        HttpSessionListener listener =
                new HttpSessionListener() {
                    @Override
                    public void sessionCreated(HttpSessionEvent event) {
                        throw new IllegalStateException("listener a");
                    }
                };
        hasItsPage((q, r) -> q.getSession(), listener);
    }

    @Test
    void anExceptionOfAnObjectThatIsBoundIsThatOfWhoBindsIt() throws Exception {
        HttpSessionBindingListener bound =
                new HttpSessionBindingListener() {
                    @Override
                    public void valueBound(HttpSessionBindingEvent event) {
                        throw new IllegalStateException("listener a");
                    }
                };
        hasItsPage((q, r) -> q.getSession().setAttribute("bound", bound));
    }

    // ---- without a component that could handle it

    private ServletRequestListener requests(String name, boolean atItsBegin, boolean atItsEnd) {
        return new ServletRequestListener() {
            @Override
            public void requestInitialized(ServletRequestEvent event) {
                told.add(name + " request");
                if (atItsBegin) {
                    throw new IllegalArgumentException(name);
                }
            }

            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                told.add(name + " end");
                if (atItsEnd) {
                    throw new IllegalArgumentException(name);
                }
            }
        };
    }

    @Test
    void anExceptionAtTheBeginOfARequestIs500AndNoServletIsCalled() throws Exception {
        try (RegisteringServer app =
                app(
                        false,
                        (q, r) -> told.add("servlet"),
                        requests("1", true, false),
                        requests("2", false, false))) {
            assertThat(app.get("/s").status()).isEqualTo(500);
            assertThat(told).contains("1 request").doesNotContain("servlet", "2 request");
        }
    }

    @Test
    void anExceptionAtTheEndOfARequestLeavesTheAnswerAndTheOtherListeners() throws Exception {
        try (RegisteringServer app =
                app(
                        false,
                        (q, r) -> r.getWriter().print("answer"),
                        requests("1", false, false),
                        requests("2", false, true))) {
            assertThat(app.text("/s")).isEqualTo("answer");
            Waiting.until("both", () -> told.contains("1 end"));
            assertThat(told).containsExactly("1 request", "2 request", "2 end", "1 end");
        }
    }

    @Test
    void anExceptionAtTheStartOfTheContextKeepsItFromStarting() {
        ServletContextListener failing =
                new ServletContextListener() {
                    @Override
                    public void contextInitialized(ServletContextEvent event) {
                        throw new IllegalStateException("cannot start");
                    }
                };
        ServletContextListener before =
                new ServletContextListener() {
                    @Override
                    public void contextDestroyed(ServletContextEvent event) {
                        told.add("ended");
                    }
                };
        assertThatThrownBy(() -> app(false, (q, r) -> {}, before, failing).close())
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("cannot start");
        assertThat(told).containsExactly("ended");
    }

    @Test
    void anExceptionAtTheEndOfTheContextLeavesTheOtherListeners() throws Exception {
        ServletContextListener failing =
                new ServletContextListener() {
                    @Override
                    public void contextDestroyed(ServletContextEvent event) {
                        throw new IllegalStateException("cannot stop");
                    }
                };
        ServletContextListener other =
                new ServletContextListener() {
                    @Override
                    public void contextDestroyed(ServletContextEvent event) {
                        told.add("ended");
                    }
                };
        app(false, (q, r) -> {}, other, failing).close();
        assertThat(told).containsExactly("ended");
    }
}
