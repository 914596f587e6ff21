package dev.serval.tests;

import dev.serval.embed.Serval;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A server of one test, to whose application at {@code /app} a program does something before it
 * serves. What the program asserts or throws is told by whoever starts it.
 */
final class ContextServer implements AutoCloseable {
    /** What a program does while a context starts. */
    @FunctionalInterface
    interface Program {
        void run(ServletContext context) throws Exception;
    }

    private static final OneServlet.Body NOTHING = (request, response) -> {};
    private static final AtomicReference<Program> DECLARED = new AtomicReference<>();
    private static final AtomicReference<Throwable> FAILED = new AtomicReference<>();

    private final ServletUnderTest wire;
    private final Serval serval;

    private ContextServer(ServletUnderTest wire, Serval serval) {
        this.wire = wire;
        this.serval = serval;
    }

    private static Throwable notRun() {
        return new AssertionError("the program did not run");
    }

    /** In onStartup of an initializer; {@code /served/*} is answered by the body. */
    static ContextServer onStartup(ServletUnderTest wire, Program program, OneServlet.Body body)
            throws Exception {
        return onStartup(wire, program, "/served/*", body);
    }

    /** The same, but the body answers what has that pattern. */
    static ContextServer onStartup(
            ServletUnderTest wire, Program program, String pattern, OneServlet.Body body)
            throws Exception {
        AtomicReference<Throwable> failed = new AtomicReference<>(notRun());
        Serval serval =
                wire.start(
                        builder ->
                                builder.initializer(
                                                "/app",
                                                (none, context) -> run(program, context, failed))
                                        .servlet("/app", pattern, new OneServlet.Given(body)));
        return checked(new ContextServer(wire, serval), failed);
    }

    static void onStartup(ServletUnderTest wire, Program program) throws Exception {
        onStartup(wire, program, NOTHING).close();
    }

    /** In contextInitialized of a listener that web.xml declares. */
    static ContextServer inListener(ServletUnderTest wire, Path files, Program program)
            throws Exception {
        DECLARED.set(program);
        FAILED.set(notRun());
        Serval serval =
                described(
                        wire,
                        files,
                        "<listener><listener-class>"
                                + Declared.class.getName()
                                + "</listener-class></listener>",
                        NOTHING);
        return checked(new ContextServer(wire, serval), FAILED);
    }

    /** In contextInitialized of a listener that a program has added. */
    static void inAddedListener(ServletUnderTest wire, Program program) throws Exception {
        AtomicReference<Throwable> failed = new AtomicReference<>(notRun());
        ServletContextListener listener =
                new ServletContextListener() {
                    @Override
                    public void contextInitialized(ServletContextEvent event) {
                        ContextServer.run(program, event.getServletContext(), failed);
                    }
                };
        onStartup(wire, context -> context.addListener(listener));
        if (failed.get() != null) {
            throw new AssertionError(failed.get());
        }
    }

    /** An application at {@code /app} whose descriptor holds this. */
    static Serval described(
            ServletUnderTest wire, Path files, String elements, OneServlet.Body body)
            throws Exception {
        Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(
                files.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'>" + elements + "</web-app>");
        return wire.start(
                builder ->
                        builder.webapp("/app", files)
                                .servlet("/app", "/served/*", new OneServlet.Given(body)));
    }

    private static void run(
            Program program, ServletContext context, AtomicReference<Throwable> failed) {
        try {
            program.run(context);
            failed.set(null);
        } catch (Throwable e) {
            failed.set(e);
        }
    }

    private static ContextServer checked(ContextServer server, AtomicReference<Throwable> failed) {
        if (failed.get() != null) {
            server.close();
            throw new AssertionError(failed.get());
        }
        return server;
    }

    RawResponse get(String target, String... fields) throws IOException {
        return wire.get(serval, "/app" + target, fields);
    }

    RawResponse post(String target, String type, String content) throws IOException {
        return wire.send(serval, OneServlet.post(target, type, content));
    }

    RawClient connect() throws IOException {
        return new RawClient(wire.wire(), serval.port());
    }

    @Override
    public void close() {
        serval.close();
    }

    /** Named by a descriptor. */
    public static final class Declared implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            run(DECLARED.get(), event.getServletContext(), FAILED);
        }
    }
}
