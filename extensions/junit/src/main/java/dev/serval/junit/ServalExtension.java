package dev.serval.junit;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import java.net.URI;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts a server on a free port for a test class, or for each test, and stops it afterwards. Used
 * by JUnit; the tests of a class may run in parallel.
 *
 * <pre>
 * &#64;RegisterExtension
 * static final ServalExtension SERVAL =          // not static: a server for each test
 *         ServalExtension.serving(serval -&gt; serval.servlet("/app", "/hello/*", new Hello()));
 *
 * &#64;Test
 * void saysHello(URI base) { ... base.resolve("/app/hello/you") ... }
 * </pre>
 *
 * <p>A test method may have the {@link URI} of the server or the {@link Serval} itself as a
 * parameter, a constructor too if the field is static; with several servers in one class, call
 * {@link #uri()} of each. Nested classes have the server of the class around them.
 *
 * <p>When it stops, threads that an application started and that still run fail the test, and so
 * does the class loader of a WAR or directory that is still in use: both would pile up in
 * production with each deployment.
 */
public final class ServalExtension
        implements BeforeAllCallback,
                BeforeEachCallback,
                AfterEachCallback,
                AfterAllCallback,
                ParameterResolver {
    private final Consumer<ServalBuilder> setUp;
    private boolean leaksAllowed;
    // The starter also stops it, since JUnit calls this for each nested class too.
    private String startedFor;
    private Leaks leaks;
    private volatile Serval serval;

    private ServalExtension(Consumer<ServalBuilder> setUp) {
        this.setUp = setUp;
    }

    /**
     * @param setUp configures the server; called before each start
     */
    public static ServalExtension serving(Consumer<ServalBuilder> setUp) {
        return new ServalExtension(setUp);
    }

    /** Ignores what outlives the server; by default it fails the test. */
    public ServalExtension allowLeaks() {
        leaksAllowed = true;
        return this;
    }

    /** The running server; IllegalStateException if it does not run. */
    public Serval serval() {
        Serval running = serval;
        if (running == null) {
            throw new IllegalStateException("The server runs only during tests");
        }
        return running;
    }

    /** The address of the running server. */
    public URI uri() {
        return serval().uri();
    }

    /** Called if the field is static, or if one instance runs all tests of its class. */
    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        start(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        start(context);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        stop(context);
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        stop(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == URI.class || type == Serval.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == URI.class ? uri() : serval();
    }

    private synchronized void start(ExtensionContext context) throws Exception {
        if (serval != null) {
            return;
        }
        ServalBuilder builder = Serval.onPort(0);
        setUp.accept(builder);
        leaks = new Leaks();
        serval = leaks.start(builder);
        startedFor = context.getUniqueId();
    }

    private synchronized void stop(ExtensionContext context) throws InterruptedException {
        if (serval == null || !context.getUniqueId().equals(startedFor)) {
            return;
        }
        Serval running = serval;
        serval = null;
        leaks.remember(running);
        running.close();
        running = null; // it refers to applications, whose loaders are checked
        if (!leaksAllowed) {
            leaks.check();
        }
    }
}
