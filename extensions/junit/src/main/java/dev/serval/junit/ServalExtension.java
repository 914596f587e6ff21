package dev.serval.junit;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts a server on a free port for a test class, or for each test, and stops it afterwards. Used
 * by the one thread that runs the tests of a class.
 *
 * <pre>
 * &#64;RegisterExtension
 * static final ServalExtension SERVAL =          // not static: a server for each test
 *         ServalExtension.serving(serval -&gt; serval.servlet("/app", "/hello/*", new Hello()));
 *
 * &#64;Test
 * void says hello(URI base) { ... base.resolve("/app/hello/you") ... }
 * </pre>
 *
 * A test method or a constructor may ask for the {@link URI} of the server or for the {@link
 * Serval} itself. When it stops, threads that were started meanwhile and still run fail the test:
 * they would go on in the next one, and in production after an undeployment.
 */
public final class ServalExtension
        implements BeforeAllCallback,
                BeforeEachCallback,
                AfterEachCallback,
                AfterAllCallback,
                ParameterResolver {
    private static final long PATIENCE_MILLIS = 5000;

    private final Consumer<ServalBuilder> setUp;
    private final Set<Thread> before = new HashSet<>();
    private boolean perClass;
    private boolean leaksAllowed;
    private Serval serval;

    private ServalExtension(Consumer<ServalBuilder> setUp) {
        this.setUp = setUp;
    }

    /**
     * @param setUp says what the server serves; called before each start
     */
    public static ServalExtension serving(Consumer<ServalBuilder> setUp) {
        return new ServalExtension(setUp);
    }

    /**
     * Threads that outlive the server are none of this extension's business; default: they fail the
     * test.
     */
    public ServalExtension allowLeaks() {
        leaksAllowed = true;
        return this;
    }

    /** The running server; IllegalStateException when it does not run. */
    public Serval serval() {
        if (serval == null) {
            throw new IllegalStateException("The server runs only during tests");
        }
        return serval;
    }

    /** Where the running server answers. */
    public URI uri() {
        return serval().uri();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        // Called only where the field is static.
        perClass = true;
        start();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        if (!perClass) {
            start();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (!perClass) {
            stop();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        stop();
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

    private void start() throws Exception {
        before.clear();
        before.addAll(running());
        ServalBuilder builder = Serval.onPort(0);
        setUp.accept(builder);
        serval = builder.start();
    }

    private void stop() throws InterruptedException {
        if (serval == null) {
            return;
        }
        serval.close();
        serval = null;
        if (!leaksAllowed) {
            checkThreads();
        }
    }

    private void checkThreads() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        Set<Thread> left = left();
        for (Thread thread : left) {
            long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            thread.join(Math.max(1, millis));
        }
        left = left();
        if (!left.isEmpty()) {
            throw new AssertionError(
                    "Threads were started during the test and outlive the server: "
                            + left.stream()
                                    .map(Thread::getName)
                                    .sorted()
                                    .collect(Collectors.joining(", "))
                            + ". End them in destroy() or contextDestroyed(), or call allowLeaks().");
        }
    }

    private Set<Thread> left() {
        Set<Thread> left = running();
        left.removeAll(before);
        return left;
    }

    /** Without those that the JDK keeps for everybody. */
    private static Set<Thread> running() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(
                thread ->
                        thread.getThreadGroup() == null
                                || "system".equals(thread.getThreadGroup().getName())
                                || "InnocuousThreadGroup".equals(thread.getThreadGroup().getName())
                                || thread.getName().startsWith("ForkJoinPool")
                                || thread.getName().startsWith("HttpClient")
                                || thread.getName().startsWith("VirtualThread-unparker"));
        return threads;
    }
}
