package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Which listeners are told of what, when, and in which order. */
@OnBioAndNio
final class Servlet61Section11_3ListenersTest {
    @Parameter ServletUnderTest server;

    private final List<String> told = new CopyOnWriteArrayList<>();

    /** Tells of each call of a listener of contexts and requests. */
    private final class Recording implements ServletContextListener, ServletRequestListener {
        private final String name;

        Recording(String name) {
            this.name = name;
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            told.add(name + " context");
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            told.add(name + " context end");
        }

        @Override
        public void requestInitialized(ServletRequestEvent event) {
            told.add(name + " request");
        }

        @Override
        public void requestDestroyed(ServletRequestEvent event) {
            told.add(name + " request end");
        }
    }

    private final class RecordingFilter implements Filter {
        @Override
        public void init(jakarta.servlet.FilterConfig config) {
            told.add("filter init");
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws java.io.IOException, jakarta.servlet.ServletException {
            told.add("filter");
            chain.doFilter(request, response);
            told.add("filter end");
        }

        @Override
        public void destroy() {
            told.add("filter destroy");
        }
    }

    private final class RecordingServlet extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        public void init() {
            told.add("servlet init");
        }

        @Override
        public void destroy() {
            told.add("servlet destroy");
        }
    }

    /** An application whose servlet does that, with these listeners. */
    private RegisteringServer app(OneServlet.Body body, EventListener... listeners)
            throws Exception {
        return RegisteringServer.start(
                server,
                a -> {
                    for (EventListener listener : listeners) {
                        a.context().addListener(listener);
                    }
                    a.servlet("s", body, "/*");
                });
    }

    /** What is told of a request to that, behind what was told before. */
    private List<String> toldOf(RegisteringServer app, String target) throws Exception {
        told.clear();
        app.get(target);
        // The end is told behind the answer.
        Waiting.until("the request is over", () -> told.stream().anyMatch(t -> t.endsWith("end")));
        return List.copyOf(told);
    }

    // ---- contexts

    @Test
    @Section("ServletContextListener.contextInitialized")
    void theStartIsToldBeforeAnyFilterOrServletIsInitialised() throws Exception {
        life().close();
        assertThat(told.subList(0, 3)).containsExactly("l context", "filter init", "servlet init");
    }

    @Test
    @Section("ServletContextListener.contextDestroyed")
    void theEndIsToldAfterAllFiltersAndServletsAreDestroyed() throws Exception {
        life().close();
        assertThat(told.subList(3, 6))
                .containsExactlyInAnyOrder("filter destroy", "servlet destroy", "l context end")
                .endsWith("l context end");
    }

    private RegisteringServer life() throws Exception {
        return RegisteringServer.start(
                server,
                a -> {
                    a.context().addFilter("f", new RecordingFilter());
                    a.context().addServlet("s", new RecordingServlet()).setLoadOnStartup(0);
                    a.context().addListener(new Recording("l"));
                });
    }

    @Test
    @Section("ServletContextListener")
    void contextsAreToldInTheOrderOfDeclarationAndTheirEndInReverse() throws Exception {
        app((q, r) -> {}, new Recording("1"), new Recording("2"), new Recording("3")).close();
        assertThat(told)
                .containsExactly(
                        "1 context",
                        "2 context",
                        "3 context",
                        "3 context end",
                        "2 context end",
                        "1 context end");
    }

    @Test
    @Section("ServletContextEvent.getServletContext")
    void theEventHasTheContext() throws Exception {
        AtomicReference<ServletContext> seen = new AtomicReference<>();
        ServletContextListener listener =
                new ServletContextListener() {
                    @Override
                    public void contextInitialized(ServletContextEvent event) {
                        seen.set(event.getServletContext());
                    }
                };
        try (RegisteringServer app =
                app((q, r) -> r.getWriter().print(q.getServletContext() == seen.get()), listener)) {
            assertThat(app.text("/")).isEqualTo("true");
        }
    }

    // ---- attributes of contexts

    private ServletContextAttributeListener contextAttributes() {
        return new ServletContextAttributeListener() {
            @Override
            public void attributeAdded(ServletContextAttributeEvent event) {
                told.add("added " + event.getName() + " " + event.getValue());
            }

            @Override
            public void attributeReplaced(ServletContextAttributeEvent event) {
                told.add("replaced " + event.getName() + " " + event.getValue());
            }

            @Override
            public void attributeRemoved(ServletContextAttributeEvent event) {
                told.add("removed " + event.getName() + " " + event.getValue());
            }
        };
    }

    private void contextAttributes(java.util.function.Consumer<ServletContext> change)
            throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> {
                            change.accept(q.getServletContext());
                            r.getWriter().print("changed");
                        },
                        contextAttributes())) {
            told.clear();
            assertThat(app.text("/")).isEqualTo("changed");
        }
    }

    @Test
    @Section("ServletContextAttributeListener.attributeAdded")
    void anAttributeThatIsAddedIsToldWithItsValue() throws Exception {
        contextAttributes(context -> context.setAttribute("a", 1));
        assertThat(told).containsExactly("added a 1");
    }

    @Test
    @Section("ServletContextAttributeListener.attributeReplaced")
    void anAttributeThatIsReplacedIsToldWithItsOldValue() throws Exception {
        contextAttributes(
                context -> {
                    context.setAttribute("a", 1);
                    context.setAttribute("a", 2);
                });
        assertThat(told).containsExactly("added a 1", "replaced a 1");
    }

    @Test
    @Section("ServletContextAttributeListener.attributeRemoved")
    void anAttributeThatIsRemovedIsToldWithItsValue() throws Exception {
        contextAttributes(
                context -> {
                    context.setAttribute("a", 1);
                    context.removeAttribute("a");
                });
        assertThat(told).containsExactly("added a 1", "removed a 1");
    }

    @Test
    @Section("ServletContextAttributeListener.attributeRemoved")
    void aNullValueIsARemoval() throws Exception {
        contextAttributes(
                context -> {
                    context.setAttribute("a", 1);
                    context.setAttribute("a", null);
                });
        assertThat(told).containsExactly("added a 1", "removed a 1");
    }

    @Test
    @Section("ServletContextAttributeListener.attributeRemoved")
    void toRemoveWhatIsNotThereIsNotTold() throws Exception {
        contextAttributes(context -> context.removeAttribute("a"));
        assertThat(told).isEmpty();
    }

    // ---- requests

    @Test
    @Section("ServletRequestListener")
    void aRequestComesIntoScopeBeforeTheFirstFilterAndLeavesItAfterThat() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.context().addListener(new Recording("l"));
                            a.context()
                                    .addFilter("f", new RecordingFilter())
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet("s", (q, r) -> told.add("servlet"), "/*");
                        })) {
            told.clear();
            app.get("/");
            Waiting.until("the end", () -> told.contains("l request end"));
            assertThat(told)
                    .containsExactly(
                            "l request", "filter", "servlet", "filter end", "l request end");
        }
    }

    @Test
    @Section("ServletRequestListener")
    void requestsAreToldInTheOrderOfDeclarationAndTheirEndInReverse() throws Exception {
        try (RegisteringServer app = app((q, r) -> {}, new Recording("1"), new Recording("2"))) {
            told.clear();
            app.get("/");
            Waiting.until("the end", () -> told.contains("1 request end"));
            assertThat(told)
                    .containsExactly("1 request", "2 request", "2 request end", "1 request end");
        }
    }

    @Test
    @Section("ServletRequestListener")
    void aDispatchIsNoRequestOfItsOwn() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/in").include(q, r);
                                q.getRequestDispatcher("/to").forward(q, r);
                            } else {
                                told.add(q.getDispatcherType().name());
                            }
                        },
                        new Recording("l"))) {
            assertThat(toldOf(app, "/"))
                    .containsExactly("l request", "INCLUDE", "FORWARD", "l request end");
        }
    }

    @Test
    @Section("ServletRequestListener")
    void anAsynchronousRequestLeavesTheScopeWhenItIsComplete() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.startAsync().dispatch("/again");
                                told.add("returns");
                            } else {
                                told.add("again");
                            }
                        },
                        new Recording("l"))) {
            told.clear();
            app.get("/");
            Waiting.until("the end", () -> told.contains("l request end"));
            assertThat(told).containsExactly("l request", "returns", "again", "l request end");
        }
    }

    @Test
    @Section("ServletRequestListener")
    void aRequestThatFailsLeavesTheScopeToo() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> {
                            throw new IllegalStateException("x");
                        },
                        new Recording("l"))) {
            assertThat(toldOf(app, "/")).containsExactly("l request", "l request end");
        }
    }

    @Test
    @Section("ServletRequestEvent.getServletRequest")
    void theEventHasTheRequestAndTheContext() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        ServletRequestListener listener =
                new ServletRequestListener() {
                    @Override
                    public void requestInitialized(ServletRequestEvent event) {
                        seen.set(
                                event.getServletRequest().getParameter("a")
                                        + event.getServletContext().getContextPath());
                    }
                };
        try (RegisteringServer app = app((q, r) -> r.getWriter().print(seen.get()), listener)) {
            assertThat(app.text("/?a=1")).isEqualTo("1/app");
        }
    }

    @Test
    @Section("ServletRequestListener.requestInitialized")
    void whatAListenerSetsTheServletSees() throws Exception {
        ServletRequestListener listener =
                new ServletRequestListener() {
                    @Override
                    public void requestInitialized(ServletRequestEvent event) {
                        event.getServletRequest().setAttribute("a", "set");
                    }
                };
        try (RegisteringServer app =
                app((q, r) -> r.getWriter().print(q.getAttribute("a")), listener)) {
            assertThat(app.text("/")).isEqualTo("set");
        }
    }

    // ---- attributes of requests

    private ServletRequestAttributeListener requestAttributes() {
        return new ServletRequestAttributeListener() {
            @Override
            public void attributeAdded(ServletRequestAttributeEvent event) {
                told.add("added " + event.getName() + " " + event.getValue());
            }

            @Override
            public void attributeReplaced(ServletRequestAttributeEvent event) {
                told.add("replaced " + event.getName() + " " + event.getValue());
            }

            @Override
            public void attributeRemoved(ServletRequestAttributeEvent event) {
                told.add("removed " + event.getName() + " " + event.getValue());
            }
        };
    }

    private void requestAttributes(OneServlet.Body body) throws Exception {
        try (RegisteringServer app = app(body, requestAttributes())) {
            told.clear();
            app.get("/");
        }
    }

    @Test
    @Section("ServletRequestAttributeListener.attributeAdded")
    void anAttributeOfARequestThatIsAddedIsToldWithItsValue() throws Exception {
        requestAttributes((q, r) -> q.setAttribute("a", 1));
        assertThat(told).containsExactly("added a 1");
    }

    @Test
    @Section("ServletRequestAttributeListener.attributeReplaced")
    void anAttributeOfARequestThatIsReplacedIsToldWithItsOldValue() throws Exception {
        requestAttributes(
                (q, r) -> {
                    q.setAttribute("a", 1);
                    q.setAttribute("a", 2);
                });
        assertThat(told).containsExactly("added a 1", "replaced a 1");
    }

    @Test
    @Section("ServletRequestAttributeListener.attributeRemoved")
    void anAttributeOfARequestThatIsRemovedIsToldWithItsValue() throws Exception {
        requestAttributes(
                (q, r) -> {
                    q.setAttribute("a", 1);
                    q.setAttribute("b", 2);
                    q.removeAttribute("a");
                    q.setAttribute("b", null);
                    q.removeAttribute("c");
                });
        assertThat(told).containsExactly("added a 1", "added b 2", "removed a 1", "removed b 2");
    }

    @Test
    @Section("ServletRequestAttributeListener")
    void aTargetOfADispatchChangesAttributesOfTheRequest() throws Exception {
        requestAttributes(
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/in").include(q, r);
                    } else {
                        q.setAttribute("a", 1);
                    }
                });
        assertThat(told).containsExactly("added a 1");
    }

    // ---- 11.2, 11.3: registration

    @Test
    @Section("11.3.2")
    void anAsyncListenerIsNotRegisteredWithAContext() throws Exception {
        AsyncListener listener =
                new AsyncListener() {
                    @Override
                    public void onComplete(AsyncEvent event) {}

                    @Override
                    public void onTimeout(AsyncEvent event) {}

                    @Override
                    public void onError(AsyncEvent event) {}

                    @Override
                    public void onStartAsync(AsyncEvent event) {}
                };
        RegisteringServer.start(
                        server,
                        a ->
                                assertThatThrownBy(() -> a.context().addListener(listener))
                                        .isInstanceOf(IllegalArgumentException.class))
                .close();
    }

    @Test
    @Section("11.2.1")
    void whatIsBoundToASessionIsNotRegisteredWithAContext() throws Exception {
        HttpSessionBindingListener listener = new HttpSessionBindingListener() {};
        RegisteringServer.start(
                        server,
                        a ->
                                assertThatThrownBy(() -> a.context().addListener(listener))
                                        .isInstanceOf(IllegalArgumentException.class))
                .close();
    }

    /** Of two kinds; made by the container, for which it is public. */
    public static final class TwoKinds implements ServletContextListener, HttpSessionListener {
        static final List<TwoKinds> CALLED = new CopyOnWriteArrayList<>();

        @Override
        public void contextInitialized(ServletContextEvent event) {
            CALLED.add(this);
        }

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            CALLED.add(this);
        }
    }

    @Test
    @Section("11.3.3")
    void aListenerOfSeveralKindsIsRegisteredForEachAsOneInstance() throws Exception {
        TwoKinds.CALLED.clear();
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.context().addListener(TwoKinds.class);
                            a.servlet("s", (q, r) -> q.getSession(), "/*");
                        })) {
            app.get("/");
            assertThat(TwoKinds.CALLED).hasSize(2);
            assertThat(TwoKinds.CALLED.get(0)).isSameAs(TwoKinds.CALLED.get(1));
        }
    }

    /** Without the constructor that it needs. */
    public static final class NoConstructor implements ServletRequestListener {
        public NoConstructor(String needed) {
            needed.length();
        }
    }

    @Test
    @Section("11.3.1")
    void aListenerClassWithoutAConstructorOfNoArgumentsIsNamed() {
        assertThatThrownBy(
                        () ->
                                RegisteringServer.start(
                                        server, a -> a.context().addListener(NoConstructor.class)))
                .isInstanceOf(LifecycleException.class)
                .hasStackTraceContaining("NoConstructor");
    }

    @Test
    @Section("11.5")
    void listenersAreThereBeforeTheFirstRequestAndUntilTheLastIsOver() throws Exception {
        try (RegisteringServer app = app((q, r) -> told.add("servlet"), new Recording("l"))) {
            assertThat(told).containsExactly("l context");
            app.get("/");
        }
        assertThat(told)
                .containsExactly(
                        "l context", "l request", "servlet", "l request end", "l context end");
    }

    @Test
    @Section("11.3.4")
    void sessionsThatAreLeftAreToldToBeOverBeforeTheContextIs() throws Exception {
        HttpSessionListener sessions =
                new HttpSessionListener() {
                    @Override
                    public void sessionDestroyed(HttpSessionEvent event) {
                        told.add("session end " + event.getSession().getAttribute("a"));
                    }
                };
        try (RegisteringServer app =
                app((q, r) -> q.getSession().setAttribute("a", 1), new Recording("l"), sessions)) {
            app.get("/");
            Waiting.until("the end", () -> told.contains("l request end"));
            told.clear();
        }
        assertThat(told).containsExactly("session end 1", "l context end");
    }
}
