package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each application leaves one thing behind: the log names it, the application, and what to do. Once
 * the thing is undone nothing else holds the class loader.
 */
final class LeakingApplicationsTest {
    private static final String LISTENER =
            "package a; @WebListener public class L implements ServletContextListener {"
                    + " public void contextInitialized(ServletContextEvent e) { try { %s }"
                    + " catch (Exception x) { throw new IllegalStateException(x); } } }";

    /** Sits on a latch that the test opens, by way of what both know. */
    private static final String WAITS =
            "((java.util.concurrent.CountDownLatch) System.getProperties().get(\"latch\")).await()";

    /** Else the Logback of this JVM, which embedded applications see, stops with the first one. */
    private static final String WEB_XML =
            "<web-app><context-param><param-name>logbackDisableServletContainerInitializer"
                    + "</param-name><param-value>true</param-value></context-param></web-app>";

    @TempDir private static Path temp;
    private static Serval server;
    private static CountDownLatch latch;
    private static volatile Runnable errand;

    @BeforeAll
    static void start() throws Exception {
        latch = new CountDownLatch(1);
        System.getProperties().put("latch", latch);
        server = Serval.onPort(0).start();
    }

    @AfterAll
    static void stop() {
        System.getProperties().remove("latch");
        latch.countDown();
        server.close();
    }

    /** Deploys and removes one, and says what was logged about it at warning. */
    private static List<String> leftBy(String path, String code, String... more) throws Exception {
        return leftBy(path, code, loader -> {}, more);
    }

    private interface Step {
        void with(ClassLoader loader) throws Exception;
    }

    private static WeakReference<ClassLoader> last;

    private static List<String> leftBy(String path, String code, Step running, String... more)
            throws Exception {
        String[] sources = Arrays.copyOf(more, more.length + 1);
        sources[more.length] = LISTENER.formatted(code);
        Map<String, byte[]> files =
                new LinkedHashMap<>(Wars.below("WEB-INF/classes/", Wars.compile(temp, sources)));
        files.put("WEB-INF/web.xml", Wars.text(WEB_XML));
        Path war = temp.resolve(path.substring(1) + ".war");
        Files.write(war, Wars.zip(files));
        try (ServerLog log = new ServerLog()) {
            server.deploy(path, war);
            last = new WeakReference<>(server.servletContext(path).getClassLoader());
            running.with(last.get());
            assertThat(server.undeploy(path)).isTrue();
            Waiting.until(
                    "its end",
                    () -> log.about(path).contains("Undeployed web application [" + path + "]"));
            return log.about(path).stream()
                    .filter(line -> line.startsWith("SRV-") || line.startsWith("Dereg"))
                    .toList();
        }
    }

    private static void mustBeCollected() {
        Collected.await("the class loader", List.of(last));
    }

    /** With its jars, its own configuration, a thread and an open file. */
    @Test
    void aLogbackThatItHasBroughtEndsWithIt() throws Exception {
        Path file = temp.resolve("own.log");
        String config =
                "<configuration><appender name='f' class='ch.qos.logback.core.FileAppender'><file>"
                        + file
                        + "</file><encoder><pattern>%m%n</pattern></encoder></appender>"
                        + "<appender name='own' class='ch.qos.logback.classic.AsyncAppender'>"
                        + "<appender-ref ref='f'/></appender>"
                        + "<root level='INFO'><appender-ref ref='own'/></root></configuration>";
        Map<String, byte[]> files =
                new LinkedHashMap<>(
                        Wars.below(
                                "WEB-INF/classes/",
                                Wars.compile(
                                        temp,
                                        LISTENER.formatted(
                                                "org.slf4j.LoggerFactory.getLogger(\"a\")"
                                                        + ".info(\"by its own\");"))));
        files.put("WEB-INF/classes/logback.xml", Wars.text(config));
        files.put("WEB-INF/web.xml", Wars.text(WEB_XML));
        for (String jar : System.getProperty("java.class.path").split(":")) {
            String name = Path.of(jar).getFileName().toString();
            if (name.matches("(slf4j-api|logback-(classic|core))-.*\\.jar")) {
                files.put("WEB-INF/lib/" + name, Files.readAllBytes(Path.of(jar)));
            }
        }
        Path war = temp.resolve("own.war");
        Files.write(war, Wars.zip(files));
        try (ServerLog log = new ServerLog()) {
            server.deploy("/own", war);
            last = new WeakReference<>(server.servletContext("/own").getClassLoader());
            assertThat(server.undeploy("/own")).isTrue();
            Waiting.until(
                    "its end",
                    () -> log.about("/own").contains("Undeployed web application [/own]"));
            assertThat(log.about("/own")).noneMatch(line -> line.startsWith("SRV-"));
        }
        assertThat(file).hasContent("by its own");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("AsyncAppender-Worker"));
        mustBeCollected();
    }

    @Test
    void aThreadIsNamedWithItsPlace() throws Exception {
        List<String> left =
                leftBy(
                        "/thread",
                        "Thread t = new Thread(() -> { try { "
                                + WAITS
                                + "; } catch (InterruptedException x) {} }, \"ticker\"); t.start();");
        assertThat(left).hasSize(1);
        assertThat(left.get(0))
                .startsWith(
                        "SRV-0843 [/thread] was stopped but has left the thread ticker running,"
                                + " which keeps it in memory; end the thread in contextDestroyed. The"
                                + " thread is at a.L.lambda$contextInitialized$0(L.java");
        thread("ticker").interrupt();
        mustBeCollected();
    }

    @Test
    void aThreadIsNamedThatOnlyRunsTheApplicationsTask() throws Exception {
        List<String> left =
                leftBy(
                        "/task",
                        "Thread t = new Thread(() -> { try { "
                                + WAITS
                                + "; } catch (InterruptedException x) {} }, \"bare\");"
                                + " t.setContextClassLoader(null); t.start();");
        assertThat(left).hasSize(1);
        assertThat(left.get(0)).startsWith("SRV-0843 [/task]").contains("the thread bare running");
        thread("bare").interrupt();
        mustBeCollected();
    }

    @Test
    void aTimerIsToBeCancelled() throws Exception {
        List<String> left =
                leftBy("/timer", "System.getProperties().put(\"timer\", new Timer(\"clock\"));");
        assertThat(left).hasSize(1);
        assertThat(left.get(0))
                .startsWith("SRV-0843 [/timer] was stopped but has left the thread clock running")
                .contains("; cancel its java.util.Timer in contextDestroyed.");
        ((java.util.Timer) System.getProperties().remove("timer")).cancel();
        mustBeCollected();
    }

    @Test
    void anExecutorIsToBeShutDown() throws Exception {
        List<String> left =
                leftBy(
                        "/executor",
                        "var x1 = java.util.concurrent.Executors.newFixedThreadPool(1);"
                                + " x1.submit(() -> {});"
                                + " System.getProperties().put(\"executor\", x1);");
        assertThat(left).hasSize(1);
        assertThat(left.get(0))
                .startsWith("SRV-0843 [/executor] was stopped but has left the thread ")
                .contains("; call shutdownNow of its executor in contextDestroyed.");
        ((java.util.concurrent.ExecutorService) System.getProperties().remove("executor"))
                .shutdownNow();
        mustBeCollected();
    }

    @Test
    void aThreadLocalOfAnotherThreadIsNamed() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread thread =
                new Thread(
                        () -> {
                            errand.run();
                            errand = null;
                            done.countDown();
                            try {
                                end.await(60, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "common");
        List<String> left =
                leftBy(
                        "/local",
                        "",
                        loader -> {
                            errand =
                                    (Runnable)
                                            loader.loadClass("a.Sets")
                                                    .getConstructor()
                                                    .newInstance();
                            thread.start();
                            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
                        },
                        "package a; public class Sets implements Runnable { static final"
                                + " ThreadLocal<Object> L = new ThreadLocal<>(); public void run() {"
                                + " L.set(new Sets()); } }");
        assertThat(left)
                .containsExactly(
                        "SRV-0844 [/local] was stopped but has left a a.Sets in the ThreadLocal"
                                + " java.lang.ThreadLocal of the thread common, which keeps it in"
                                + " memory; call remove of the ThreadLocal in a finally block where it"
                                + " is set");
        end.countDown();
        thread.join();
        mustBeCollected();
    }

    @Test
    void aShutdownHookIsNamed() throws Exception {
        List<String> left =
                leftBy(
                        "/hook",
                        "Thread t = new Thread(() -> {}, \"last-words\");"
                                + " Runtime.getRuntime().addShutdownHook(t);"
                                + " System.getProperties().put(\"hook\", t);");
        assertThat(left)
                .containsExactly(
                        "SRV-0845 [/hook] was stopped but has left the shutdown hook last-words"
                                + " (java.lang.Thread) registered, which keeps it in memory; call"
                                + " Runtime.removeShutdownHook in contextDestroyed");
        Runtime.getRuntime().removeShutdownHook((Thread) System.getProperties().remove("hook"));
        mustBeCollected();
    }

    @Test
    void anMBeanIsNamed() throws Exception {
        List<String> left =
                leftBy(
                        "/mbean",
                        "java.lang.management.ManagementFactory.getPlatformMBeanServer()"
                                + ".registerMBean(new Count(), new"
                                + " javax.management.ObjectName(\"a:type=Count\"));",
                        "package a; public interface CountMBean { int getCount(); }",
                        "package a; public class Count implements CountMBean { public int"
                                + " getCount() { return 1; } }");
        assertThat(left)
                .containsExactly(
                        "SRV-0845 [/mbean] was stopped but has left the MBean a:type=Count"
                                + " registered, which keeps it in memory; call"
                                + " MBeanServer.unregisterMBean in contextDestroyed");
        java.lang.management.ManagementFactory.getPlatformMBeanServer()
                .unregisterMBean(new javax.management.ObjectName("a:type=Count"));
        mustBeCollected();
    }

    @Test
    void aSecurityProviderIsNamed() throws Exception {
        List<String> left =
                leftBy(
                        "/provider",
                        "java.security.Security.addProvider(new Own());",
                        "package a; public class Own extends java.security.Provider { public Own()"
                                + " { super(\"Leaky\", \"1\", \"\"); } }");
        assertThat(left)
                .containsExactly(
                        "SRV-0845 [/provider] was stopped but has left the security provider Leaky"
                                + " registered, which keeps it in memory; call"
                                + " Security.removeProvider(\"Leaky\") in contextDestroyed");
        java.security.Security.removeProvider("Leaky");
        mustBeCollected();
    }

    @Test
    void theHandlerOfUncaughtExceptionsIsNamed() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        List<String> left =
                leftBy(
                        "/handler",
                        "Thread.setDefaultUncaughtExceptionHandler(new H());",
                        "package a; public class H implements Thread.UncaughtExceptionHandler {"
                                + " public void uncaughtException(Thread t, Throwable e) {} }");
        Thread.setDefaultUncaughtExceptionHandler(before);
        assertThat(left)
                .containsExactly(
                        "SRV-0845 [/handler] was stopped but has left the uncaught exception"
                                + " handler a.H registered, which keeps it in memory; call"
                                + " Thread.setDefaultUncaughtExceptionHandler(null) in"
                                + " contextDestroyed");
        mustBeCollected();
    }

    @Test
    void aDriverIsNamedAndDeregistered() throws Exception {
        List<String> left =
                leftBy(
                        "/driver",
                        "java.sql.DriverManager.registerDriver(new D());",
                        "package a; import java.sql.*; public class D implements"
                                + " java.sql.Driver { public Connection connect(String u, Properties p)"
                                + " { return null; } public boolean acceptsURL(String u) { return"
                                + " false; } public DriverPropertyInfo[] getPropertyInfo(String u,"
                                + " Properties p) { return null; } public int getMajorVersion() {"
                                + " return 1; } public int getMinorVersion() { return 0; } public"
                                + " boolean jdbcCompliant() { return false; } public"
                                + " java.util.logging.Logger getParentLogger() { return null; } }");
        assertThat(left)
                .containsExactly(
                        "Deregistered the JDBC driver a.D, which [/driver] had left registered");
        mustBeCollected();
    }

    @Test
    void aHandlerOfLogsIsTakenAway() throws Exception {
        List<String> left =
                leftBy(
                        "/handler",
                        "java.util.logging.Logger.getLogger(\"\").addHandler(new H());",
                        "package a; public class H extends java.util.logging.Handler {"
                                + " public void publish(java.util.logging.LogRecord r) {}"
                                + " public void flush() {} public void close() {} }");
        assertThat(left)
                .containsExactly(
                        "Deregistered the java.util.logging handler a.H, which [/handler] had left"
                                + " registered");
        mustBeCollected();
    }

    @Test
    void whoTidiesUpIsNotMentioned() throws Exception {
        assertThat(leftBy("/clean", "new Thread(() -> {}).start();")).isEmpty();
        mustBeCollected();
    }

    private static Thread thread(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
