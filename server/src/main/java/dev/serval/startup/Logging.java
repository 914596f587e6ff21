package dev.serval.startup;

import ch.qos.logback.classic.LoggerContext;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.settings.Location;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.Reporter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Which file configures the server's log. Owned by {@link Main}.
 *
 * <p>A system property names the file to Logback, and the Logback of an application would follow
 * it, too. So the property names the server's file only until the server's own Logback has read it;
 * a value that users have set is for applications.
 */
final class Logging {
    static final String PROPERTY = "logback.configurationFile";

    /** The server's file; the command line may name another. */
    static final String OWN = "serval.logback";

    /** SLF4J reads the name of its provider here. */
    private static final String PROVIDER = LoggerFactory.PROVIDER_PROPERTY_KEY;

    /** The level of SLF4J's own messages; by default it reports a provider that is set by name. */
    private static final String VERBOSITY = Reporter.SLF4J_INTERNAL_VERBOSITY_KEY;

    private static final String CONFIGURATORS =
            "META-INF/services/ch.qos.logback.classic.spi.Configurator";

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

    static final String AS_SHIPPED =
            "; what is logged where is as in the file that comes with Serval";

    private static final String PROVIDERS =
            "META-INF/services/" + SLF4JServiceProvider.class.getName();

    private CountDownLatch read;
    private List<Problem> problems = List.of(); // written before the latch opens
    private final CountDownLatch started = new CountDownLatch(1);
    private final String users = System.getProperty(PROPERTY);

    /** Sets the file unless the property names one; call it before a logger is made. */
    static void configureBy(Path file) {
        if (System.getProperty(OWN) == null) {
            System.setProperty(OWN, file.toString());
        }
    }

    /** To be made before the first logger. */
    Logging() {
        String own = System.getProperty(OWN);
        if (own != null) {
            System.setProperty(PROPERTY, own);
        }
    }

    /**
     * Begins to read the file on a thread of its own: it takes as long as reading the
     * configuration. The server logs almost nothing until then, and SLF4J keeps these events.
     * Afterwards the thread has time for {@link ClassesAhead}.
     *
     * @param levels sets levels of loggers that are configured elsewhere
     */
    void begin(Home home, Runnable levels) {
        begin(
                home,
                () -> {
                    JulBridge.install();
                    levels.run();
                },
                ClassesAhead::load);
    }

    /**
     * The same with other steps.
     *
     * @param bridge connects java.util.logging
     * @param ahead runs on the thread afterwards
     * @return the thread
     */
    Thread begin(Home home, Runnable bridge, Runnable ahead) {
        CountDownLatch done = new CountDownLatch(1);
        read = done;
        Runnable reading =
                () -> {
                    boolean shipped;
                    try {
                        shipped = configure(home);
                        attempt(bridge, "What is said by java.util.logging is not in the log");
                    } finally {
                        done.countDown();
                    }
                    attempt(ahead, "Classes were not loaded ahead");
                    if (shipped) {
                        complete();
                    }
                };
        Thread reader = new Thread(reading, "logging");
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    /** Runs a step; its failure, most likely a lack of memory, does not prevent the next ones. */
    static void attempt(Runnable step, String lost) {
        try {
            step.run();
        } catch (Exception | Error e) {
            tell("SRV-0818 " + lost, e);
        }
    }

    /** Waits for the end of the start, so that nothing unnecessary competes with it. */
    private void complete() {
        try {
            started.await();
        } catch (InterruptedException e) {
            return; // the server never interrupts this thread
        }
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        for (boolean told = false; ; told = true) {
            try {
                ShippedLogging.complete(context);
                return;
            } catch (Exception | Error e) {
                // Most likely a temporary lack of memory: files that never roll would fill the
                // disk.
                if (!told) {
                    tell("SRV-0816 The log files do not roll yet; that is tried again", e);
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    private static void tell(String what, Throwable e) {
        try {
            LoggerFactory.getLogger(Logging.class).warn(what, e);
        } catch (Exception | Error again) {
            // What follows is more important than this message.
        }
    }

    /** True if the log is configured as shipped. */
    private boolean configure(Home home) {
        String own = System.getProperty(OWN);
        // A provider, or a configurator on the CLASSPATH, takes precedence over every file.
        boolean others =
                System.getProperty(PROVIDER) != null
                        || ClassLoader.getSystemResource(CONFIGURATORS) != null;
        if (own == null || others) {
            LoggerFactory.getILoggerFactory();
            return false;
        }
        Path file = Path.of(own);
        if (Files.exists(file) && !ShippedLogging.is(file)) {
            Class<?> provider = isLogbackAlone() ? FileLoggingProvider.class : null;
            if (!(loggers(provider) instanceof LoggerContext context)) {
                return false;
            }
            LogbackRepair repair = LogbackRepair.of(context, file, home.shown(file));
            problems = repair.problems();
            return repair.shipped();
        }
        if (!Files.exists(file)) {
            problems = List.of(missing(home, file));
        }
        return loggers(ShippedLoggingProvider.class) instanceof LoggerContext;
    }

    /** False where the CLASSPATH has another provider, among which SLF4J chooses. */
    private static boolean isLogbackAlone() {
        try {
            List<URL> found = Collections.list(ClassLoader.getSystemResources(PROVIDERS));
            return found.size() == 1;
        } catch (IOException e) {
            return false; // SLF4J reports the error
        }
    }

    /**
     * Initialises SLF4J and returns its logger factory.
     *
     * @param provider the provider to use; null if SLF4J chooses one
     */
    private static ILoggerFactory loggers(Class<?> provider) {
        if (provider == null) {
            return LoggerFactory.getILoggerFactory();
        }
        String verbosity = System.getProperty(VERBOSITY);
        System.setProperty(PROVIDER, provider.getName());
        if (verbosity == null) {
            System.setProperty(VERBOSITY, "WARN");
        }
        try {
            return LoggerFactory.getILoggerFactory();
        } finally {
            // The SLF4J of an application would follow them too.
            System.clearProperty(PROVIDER);
            if (verbosity == null) {
                System.clearProperty(VERBOSITY);
            }
        }
    }

    private static Problem missing(Home home, Path file) {
        return problem(home.shown(file), "SRV-0813 is not there" + AS_SHIPPED);
    }

    /** The file that a start reads. */
    static Path file(Home home) {
        String own = System.getProperty(OWN);
        return own == null ? home.logback() : Path.of(own);
    }

    /** The problems that a start would find in its file, without writing anything. */
    static List<Problem> check(Home home, Path file) {
        if (!Files.exists(file)) {
            return List.of(missing(home, file));
        }
        return ShippedLogging.is(file) ? List.of() : LogbackCheck.of(file, home.shown(file));
    }

    static Problem problem(String file, String message) {
        return Problem.of(Severity.WARNING, new Location(file, 0, 0), message);
    }

    /** The problems of the file; known after {@link #await}. */
    List<Problem> problems() {
        return problems;
    }

    /**
     * Returns when loggers may be created: to be called before the first one is requested, since
     * SLF4J returns loggers other than Logback's while the file is being read.
     */
    void await() {
        boolean interrupted = false;
        while (read != null) {
            try {
                read.await();
                read = null;
            } catch (InterruptedException e) {
                interrupted = true; // reading a file ends by itself
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** To be called when the start is over. */
    void started() {
        started.countDown();
    }

    /** To be called after the first logger was made, before the first application. */
    void leaveToApplications() {
        if (users == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, users);
        }
    }
}
