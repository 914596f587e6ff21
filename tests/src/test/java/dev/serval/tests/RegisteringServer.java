package dev.serval.tests;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * A server of one test, whose application at {@code /app} has the servlets and filters that the
 * test gives. What they assert is asserted in the test. Thread-safe once it has started.
 */
final class RegisteringServer implements AutoCloseable {
    /** What the application registers while it starts. */
    @FunctionalInterface
    interface SetUp {
        void on(RegisteringServer app) throws Exception;
    }

    /** What a filter does. */
    @FunctionalInterface
    interface FilterBody {
        void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException;
    }

    private final ServletUnderTest wire;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Checks checks = new Checks();
    private ServletContext context;
    private Serval serval;

    private RegisteringServer(ServletUnderTest wire) {
        this.wire = wire;
    }

    static RegisteringServer start(ServletUnderTest wire, SetUp setUp) throws Exception {
        return start(wire, builder -> builder, setUp);
    }

    /** One that has a descriptor, too. */
    static RegisteringServer start(ServletUnderTest wire, Path webapp, SetUp setUp)
            throws Exception {
        return start(wire, builder -> builder.webapp("/app", webapp), setUp);
    }

    private static RegisteringServer start(
            ServletUnderTest wire, UnaryOperator<ServalBuilder> first, SetUp setUp)
            throws Exception {
        RegisteringServer app = new RegisteringServer(wire);
        app.serval =
                wire.start(
                        builder ->
                                first.apply(builder)
                                        .initializer(
                                                "/app",
                                                (none, context) -> app.register(context, setUp)));
        return app;
    }

    private void register(ServletContext starting, SetUp setUp) throws ServletException {
        context = starting;
        try {
            setUp.on(this);
        } catch (ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    // ---- for the set-up

    ServletContext context() {
        return context;
    }

    ServletRegistration.Dynamic servlet(String name, OneServlet.Body body, String... patterns) {
        ServletRegistration.Dynamic servlet = context.addServlet(name, checks.servlet(() -> body));
        servlet.setAsyncSupported(true);
        if (patterns.length > 0) {
            servlet.addMapping(patterns);
        }
        return servlet;
    }

    /** A filter without mappings. */
    FilterRegistration.Dynamic filter(String name, FilterBody body) {
        FilterRegistration.Dynamic filter =
                context.addFilter(
                        name,
                        new Filter() {
                            @Override
                            public void doFilter(
                                    ServletRequest request,
                                    ServletResponse response,
                                    FilterChain chain)
                                    throws ServletException, IOException {
                                try {
                                    body.filter(
                                            (HttpServletRequest) request,
                                            (HttpServletResponse) response,
                                            chain);
                                } catch (AssertionError e) {
                                    checks.note(e);
                                    throw e;
                                }
                            }
                        });
        filter.setAsyncSupported(true);
        return filter;
    }

    /** A filter that tells its name and goes on, at a pattern. */
    FilterRegistration.Dynamic tells(String name, String pattern, DispatcherType... types) {
        FilterRegistration.Dynamic filter = tells(name);
        filter.addMappingForUrlPatterns(set(types), true, pattern);
        return filter;
    }

    FilterRegistration.Dynamic tells(String name) {
        return filter(
                name,
                (request, response, chain) -> {
                    tell(name);
                    chain.doFilter(request, response);
                });
    }

    static EnumSet<DispatcherType> set(DispatcherType... types) {
        EnumSet<DispatcherType> set = EnumSet.noneOf(DispatcherType.class);
        set.addAll(List.of(types));
        return set;
    }

    // ---- for servlets and filters

    void tell(String event) {
        told.add(event);
    }

    /** What was told since it was asked last. */
    List<String> told() {
        List<String> all = List.copyOf(told);
        told.clear();
        return all;
    }

    // ---- for the test

    RawResponse get(String target, String... fields) throws IOException {
        return send(ServerUnderTest.request("GET", "/app" + target, fields));
    }

    RawResponse send(String request) throws IOException {
        try {
            return wire.send(serval, request);
        } finally {
            checks.tell();
        }
    }

    /** The content of the answer to a GET. */
    String text(String target) throws IOException {
        return get(target).text();
    }

    /** The names of the filters that a GET has passed, and what else was told. */
    List<String> toldOf(String target) throws IOException {
        told.clear();
        get(target);
        return told();
    }

    @Override
    public void close() {
        serval.close();
        checks.tell();
    }
}
