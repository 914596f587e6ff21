package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.servlet.registration.Components;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class Servlet61Section15_5AnnotationTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forget() {
        EVENTS.clear();
    }

    /** Has methods that are inherited, overridden, and private. */
    public static class Base extends HttpServlet {
        private static final long serialVersionUID = 1;

        @PostConstruct
        private void begin() {
            EVENTS.add("base");
        }

        @PreDestroy
        void end() {
            EVENTS.add("never: overridden");
        }
    }

    public static final class Annotated extends Base {
        private static final long serialVersionUID = 1;

        @PostConstruct
        private void begin() {
            EVENTS.add("servlet");
        }

        @Override
        public void init() {
            EVENTS.add("init");
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print("answer");
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy");
        }

        @Override
        @PreDestroy
        void end() {
            EVENTS.add("end");
        }
    }

    public static final class AnnotatedFilter implements Filter {
        @PostConstruct
        void begin() {
            EVENTS.add("filter");
        }

        @Override
        public void init(FilterConfig config) {
            EVENTS.add("filter init");
        }

        @Override
        public void doFilter(ServletRequest q, ServletResponse r, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(q, r);
        }

        @PreDestroy
        void end() {
            EVENTS.add("filter end");
        }
    }

    public static final class AnnotatedListener implements ServletContextListener {
        @PostConstruct
        void begin() {
            EVENTS.add("listener");
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            EVENTS.add("initialized");
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            EVENTS.add("destroyed");
        }

        @PreDestroy
        void end() {
            EVENTS.add("listener end");
            throw new IllegalStateException("is logged");
        }
    }

    public static final class Failing extends HttpServlet {
        private static final long serialVersionUID = 1;

        @PostConstruct
        void begin() {
            throw new IllegalStateException("no database");
        }

        @Override
        public void init() {
            EVENTS.add("never: not put into service");
        }
    }

    public static final class Malformed extends HttpServlet {
        private static final long serialVersionUID = 1;

        @PostConstruct
        static void begin() {}
    }

    @EJB
    public static final class Defining extends HttpServlet {
        private static final long serialVersionUID = 1;
    }

    public static final class Injected extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Resource(name = "jdbc/x")
        transient Object source;
    }

    private static ContextBuilder servlet(Class<?> type) {
        return App.builder()
                .servletClass("s", type.getName(), 0, true, Map.of(), null)
                .servletMapping("s", "/s");
    }

    @Test
    void eachIsToldAfterItsConstructorAndBehindItsEnd() {
        App app =
                App.of(
                        servlet(Annotated.class)
                                .filterClass("f", AnnotatedFilter.class.getName(), true, Map.of())
                                .filterMapping("f", Set.of(), List.of("/*"), List.of())
                                .listenerClass(AnnotatedListener.class.getName()));
        assertThat(app.get("/s").body()).isEqualTo("answer");
        app.context.stop();
        assertThat(EVENTS)
                .containsExactly(
                        "listener",
                        "initialized",
                        "filter",
                        "filter init",
                        "base",
                        "servlet",
                        "init",
                        "destroy",
                        "end",
                        "filter end",
                        "destroyed",
                        "listener end");
    }

    @Test
    void whatAProgramLetsTheContextMakeIsToldToo() {
        App app =
                App.of(
                        App.builder()
                                .initializer(
                                        (classes, context) -> {
                                            context.createFilter(AnnotatedFilter.class);
                                            context.addServlet("s", Annotated.class)
                                                    .addMapping("/s");
                                        },
                                        null));
        assertThat(EVENTS).containsExactly("filter");
        app.get("/s");
        app.context.stop();
        assertThat(EVENTS)
                .containsExactly(
                        "filter", "base", "servlet", "init", "destroy", "end", "filter end");
    }

    @Test
    void whatFailsInItsPostConstructIsNotPutIntoService() {
        AppContext context = App.builder().listenerClass(Failing.class.getName()).build();
        assertThatThrownBy(context::start).isInstanceOf(ServletException.class);
        assertThatThrownBy(servlet(Failing.class).build()::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining(Failing.class.getName())
                .hasMessageContaining("PostConstruct")
                .hasMessageContaining("no database");
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void aMethodThatCannotBeOneIsNamed() {
        assertThatThrownBy(servlet(Malformed.class).build()::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("Malformed.begin")
                .hasMessageContaining("@PostConstruct");
    }

    @Test
    void whatIsSkippedIsNamedOnce() {
        assertThat(logged(Defining.class))
                .singleElement()
                .satisfies(
                        e ->
                                assertThat(e.getFormattedMessage())
                                        .contains(Defining.class.getName())
                                        .contains("@EJB: skipped"));
    }

    @Test
    void whatWouldBeInjectedIsNamedOnce() {
        assertThat(logged(Injected.class))
                .singleElement()
                .satisfies(
                        e ->
                                assertThat(e.getFormattedMessage())
                                        .contains(Injected.class.getName())
                                        .contains("@Resource"));
    }

    /** With two servlets of a class. */
    private static List<ILoggingEvent> logged(Class<?> type) {
        Logger logger = (Logger) LoggerFactory.getLogger(Components.class);
        LoggedEvents log = new LoggedEvents();
        logger.addAppender(log);
        try {
            App.of(servlet(type).servletClass("t", type.getName(), 0, true, Map.of(), null));
        } finally {
            logger.detachAppender(log);
        }
        return log.list;
    }
}
