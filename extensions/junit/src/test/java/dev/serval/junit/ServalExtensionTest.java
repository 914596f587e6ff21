package dev.serval.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class ServalExtensionTest {
    private static final Set<Integer> PORTS = ConcurrentHashMap.newKeySet();
    private static final Queue<Object> HELD = new ConcurrentLinkedQueue<>();

    @TempDir static Path directory;
    private static CountDownLatch end;
    private static CyclicBarrier together;

    @BeforeEach
    void reset() {
        PORTS.clear();
        HELD.clear();
        end = new CountDownLatch(1);
        together = new CyclicBarrier(2);
    }

    private static EngineExecutionResults run(Class<?>... tests) {
        EngineTestKit.Builder kit =
                EngineTestKit.engine("junit-jupiter")
                        .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                        .configurationParameter(
                                "junit.jupiter.execution.parallel.enabled", "false");
        return selecting(kit, tests).execute();
    }

    private static EngineExecutionResults runInParallel(Class<?>... tests) {
        String parallel = "junit.jupiter.execution.parallel.";
        EngineTestKit.Builder kit =
                EngineTestKit.engine("junit-jupiter")
                        .configurationParameter(parallel + "enabled", "true")
                        .configurationParameter(parallel + "mode.default", "concurrent")
                        .configurationParameter(parallel + "config.strategy", "fixed")
                        .configurationParameter(parallel + "config.fixed.parallelism", "2");
        return selecting(kit, tests).execute();
    }

    private static EngineTestKit.Builder selecting(EngineTestKit.Builder kit, Class<?>[] tests) {
        for (Class<?> test : tests) {
            kit.selectors(selectClass(test));
        }
        return kit;
    }

    private static void failsWith(EngineExecutionResults results, String... words) {
        assertThat(results.allEvents().failed().stream().map(Object::toString))
                .singleElement()
                .satisfies(event -> assertThat(event).contains(words));
    }

    @Test
    void aStaticFieldMeansOneServerForTheClass() {
        run(OncePerClass.class).testEvents().assertStatistics(s -> s.started(2).succeeded(2));
        assertThat(PORTS).hasSize(1);
    }

    @Test
    void aFieldOfTheInstanceMeansOneServerForEachTest() {
        run(OncePerTest.class).testEvents().assertStatistics(s -> s.started(2).succeeded(2));
        assertThat(HELD).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void oneInstanceForTheClassMeansOneServerForTheClass() {
        run(OneInstance.class).testEvents().assertStatistics(s -> s.started(2).succeeded(2));
        assertThat(HELD).hasSize(2);
        assertThat(Set.copyOf(HELD)).hasSize(1);
    }

    @Test
    void nestedClassesShareTheServerAroundThem() {
        run(Around.class).testEvents().assertStatistics(s -> s.started(3).succeeded(3));
        assertThat(PORTS).hasSize(1);
    }

    @Test
    void testsThatRunAtTheSameTimeShareTheServerOfTheirClass() {
        EngineExecutionResults results = runInParallel(AtTheSameTime.class);
        results.testEvents().assertStatistics(s -> s.started(2).succeeded(2));
        assertThat(PORTS).hasSize(1);
    }

    @Test
    void aLeakOfOneTestIsNotThatOfAnotherAtTheSameTime() {
        try {
            EngineExecutionResults results = runInParallel(LeakingBesideAnother.class);
            results.testEvents().assertStatistics(s -> s.started(2).succeeded(1).failed(1));
            assertThat(results.testEvents().failed().stream().findFirst().orElseThrow().toString())
                    .contains("[method:leaks(", "leaked-by-an-application");
        } finally {
            end.countDown();
        }
    }

    @Test
    void aThreadOfAnApplicationThatOutlivesTheServerFailsItsClass() {
        try {
            failsWith(
                    run(LeakingThread.class),
                    "Threads that the application started outlive the server:"
                            + " leaked-by-an-application. End them in destroy()");
        } finally {
            end.countDown();
        }
    }

    @Test
    void leaksMayBeAllowed() {
        try {
            run(LeaksAllowed.class).testEvents().assertStatistics(s -> s.started(1).succeeded(1));
        } finally {
            end.countDown();
        }
    }

    @Test
    void threadsOfTheTestItselfAreItsOwnBusiness() {
        try {
            run(OwnThread.class).testEvents().assertStatistics(s -> s.started(1).succeeded(1));
        } finally {
            end.countDown();
        }
    }

    @Test
    void aClassLoaderThatIsStillInUseFailsTheTest() {
        failsWith(
                run(LeakingLoader.class),
                "The class loader of the application at /kept is still in use");
    }

    @Test
    void aClassLoaderThatNobodyUsesDoesNot() {
        run(CleanLoader.class).testEvents().assertStatistics(s -> s.started(1).succeeded(1));
    }

    @Test
    void aStartThatFailsFailsTheTest() {
        failsWith(run(CannotStart.class), "a*b");
    }

    @Test
    void outsideOfTestsThereIsNoServer() {
        assertThatThrownBy(() -> ServalExtension.serving(serval -> {}).uri())
                .isInstanceOf(IllegalStateException.class);
    }

    // ---- what is run

    private static ServalExtension hello() {
        return ServalExtension.serving(s -> s.servlet("/app", "/hello/*", new Hello()));
    }

    private static String get(URI uri) throws IOException {
        try (InputStream in = uri.toURL().openStream()) {
            return new String(in.readAllBytes());
        }
    }

    static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print("hello" + request.getPathInfo());
        }
    }

    static class OncePerClass {
        @RegisterExtension static final ServalExtension SERVAL = hello();

        @Test
        void answers(URI base) throws IOException {
            PORTS.add(base.getPort());
            assertThat(get(base.resolve("/app/hello/you"))).isEqualTo("hello/you");
        }

        @Test
        void isTheSameServer(Serval serval) {
            PORTS.add(serval.port());
            assertThat(serval).isSameAs(SERVAL.serval());
        }
    }

    static class OncePerTest {
        @RegisterExtension final ServalExtension serval = hello();

        @Test
        void first(URI base, Serval given) throws IOException {
            HELD.add(given);
            assertThat(get(base.resolve("/app/hello/1"))).isEqualTo("hello/1");
        }

        @Test
        void second(URI base, Serval given) throws IOException {
            HELD.add(given);
            assertThat(get(base.resolve("/app/hello/2"))).isEqualTo("hello/2");
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class OneInstance extends OncePerTest {}

    static class Around {
        @RegisterExtension static final ServalExtension SERVAL = hello();
        private final URI base;

        Around(URI base) {
            this.base = base;
        }

        @Test
        void outside() throws IOException {
            PORTS.add(base.getPort());
            assertThat(get(base.resolve("/app/hello/1"))).isEqualTo("hello/1");
        }

        @Nested
        class Inside {
            @Test
            void inside(URI given) throws IOException {
                PORTS.add(given.getPort());
                assertThat(get(given.resolve("/app/hello/2"))).isEqualTo("hello/2");
            }
        }

        @Nested
        class AlsoInside {
            @Test
            void inside(URI given) throws IOException {
                PORTS.add(given.getPort());
                assertThat(get(given.resolve("/app/hello/3"))).isEqualTo("hello/3");
            }
        }
    }

    static class AtTheSameTime {
        @RegisterExtension static final ServalExtension SERVAL = hello();

        @Test
        void one(URI base) throws Exception {
            meet(base);
        }

        @Test
        void two(URI base) throws Exception {
            meet(base);
        }

        private static void meet(URI base) throws Exception {
            together.await(20, TimeUnit.SECONDS);
            PORTS.add(base.getPort());
            assertThat(get(base.resolve("/app/hello/1"))).isEqualTo("hello/1");
        }
    }

    /** Starts a thread and forgets it. */
    static final class Leak implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            startThread("leaked-by-an-application");
        }
    }

    private static void startThread(String name) {
        CountDownLatch untilThen = end;
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                untilThen.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        name);
        thread.setDaemon(true);
        thread.start();
    }

    static class LeakingBesideAnother {
        private volatile boolean leaking;

        @RegisterExtension
        final ServalExtension serval =
                ServalExtension.serving(s -> s.servlet("/app", "/leak", new LeaksWhenCalled()));

        @Test
        void leaks(URI base) throws Exception {
            together.await(20, TimeUnit.SECONDS);
            get(base.resolve("/app/leak"));
            together.await(20, TimeUnit.SECONDS);
        }

        @Test
        void doesNot() throws Exception {
            together.await(20, TimeUnit.SECONDS);
            together.await(20, TimeUnit.SECONDS);
        }
    }

    static final class LeaksWhenCalled extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            startThread("leaked-by-an-application");
        }
    }

    static class LeakingThread {
        @RegisterExtension
        static final ServalExtension SERVAL =
                ServalExtension.serving(s -> s.listener("/app", new Leak()));

        @Test
        void runs() {}
    }

    static class LeaksAllowed {
        @RegisterExtension
        final ServalExtension serval =
                ServalExtension.serving(s -> s.listener("/app", new Leak())).allowLeaks();

        @Test
        void runs() {}
    }

    static class OwnThread {
        @RegisterExtension final ServalExtension serval = hello();

        @Test
        void runs() {
            startThread("of-the-test");
        }
    }

    static class CannotStart {
        @RegisterExtension
        final ServalExtension serval =
                ServalExtension.serving(s -> s.servlet("/app", "a*b", new Hello()));

        @Test
        void doesNotRun() {}
    }

    /** Loaded by the application: it sees nothing of this class. */
    @WebServlet("/kept")
    public static final class Kept extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        @SuppressWarnings("unchecked")
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            ((Queue<Object>) getServletContext().getAttribute("held")).add(this);
        }
    }

    /** A directory that is like an unpacked WAR. */
    private static void application(ServalBuilder builder) {
        String name = Kept.class.getName().replace('.', '/') + ".class";
        Path file = directory.resolve("WEB-INF/classes").resolve(name);
        try (InputStream in = Kept.class.getClassLoader().getResourceAsStream(name)) {
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Files.write(file, in.readAllBytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        builder.webapp("/kept", directory)
                .initializer("/kept", (none, context) -> context.setAttribute("held", HELD));
    }

    static class LeakingLoader {
        @RegisterExtension
        final ServalExtension serval = ServalExtension.serving(ServalExtensionTest::application);

        @Test
        void runs(URI base) throws IOException {
            get(base.resolve("/kept/kept"));
        }
    }

    static class CleanLoader {
        private Serval kept;

        @RegisterExtension
        final ServalExtension serval = ServalExtension.serving(ServalExtensionTest::application);

        @Test
        void runs(URI base, Serval given) throws IOException {
            kept = given; // a closed server holds none of its applications
            get(base.resolve("/kept/kept"));
            HELD.clear();
        }
    }
}
