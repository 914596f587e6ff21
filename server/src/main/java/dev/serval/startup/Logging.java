package dev.serval.startup;

import ch.qos.logback.classic.LoggerContext;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.Reporter;

/**
 * Which file configures the server's log. Owned by {@link Main}.
 *
 * <p>Logback is told by a system property, which the Logback of an application would follow too. So
 * the server's file is in it only until the server's own Logback has read it; what users have set
 * there is for applications.
 */
final class Logging {
    static final String PROPERTY = "logback.configurationFile";

    /** Set by the start script. */
    static final String OWN = "serval.logback";

    /** SLF4J reads the name of its provider here. */
    private static final String PROVIDER = LoggerFactory.PROVIDER_PROPERTY_KEY;

    /** From which level on SLF4J tells of itself; by default it tells of a provider by name. */
    private static final String VERBOSITY = Reporter.SLF4J_INTERNAL_VERBOSITY_KEY;

    private static final String CONFIGURATORS =
            "META-INF/services/ch.qos.logback.classic.spi.Configurator";

    private CountDownLatch read;
    private final CountDownLatch started = new CountDownLatch(1);
    private final String users = System.getProperty(PROPERTY);

    /** To be made before the first logger. */
    Logging() {
        String own = System.getProperty(OWN);
        if (own != null) {
            System.setProperty(PROPERTY, own);
        }
    }

    /**
     * Begins to read the file on a thread of its own: it takes as long as reading the
     * configuration. That says next to nothing to the log; SLF4J keeps what it says until then.
     * Afterwards the thread has time for {@link ClassesAhead}.
     */
    void begin() {
        CountDownLatch done = new CountDownLatch(1);
        read = done;
        Runnable reading =
                () -> {
                    boolean shipped;
                    try {
                        shipped = configure();
                        JulBridge.install();
                    } finally {
                        done.countDown();
                    }
                    ClassesAhead.load();
                    if (shipped) {
                        complete();
                    }
                };
        Thread reader = new Thread(reading, "logging");
        reader.setDaemon(true);
        reader.start();
    }

    /** Waits for the end of the start: nothing is to be made beside it that it can do without. */
    private void complete() {
        try {
            started.await();
        } catch (InterruptedException e) {
            return; // nobody of ours interrupts
        }
        ShippedLogging.complete((LoggerContext) LoggerFactory.getILoggerFactory());
    }

    /** True when the file is the shipped one. */
    private static boolean configure() {
        String own = System.getProperty(OWN);
        // Somebody's provider, or configurator on the CLASSPATH, comes before every file.
        boolean others =
                System.getProperty(PROVIDER) != null
                        || ClassLoader.getSystemResource(CONFIGURATORS) != null;
        if (own == null || others || !ShippedLogging.is(Path.of(own))) {
            LoggerFactory.getILoggerFactory();
            return false;
        }
        String verbosity = System.getProperty(VERBOSITY);
        System.setProperty(PROVIDER, ShippedLoggingProvider.class.getName());
        if (verbosity == null) {
            System.setProperty(VERBOSITY, "WARN");
        }
        try {
            return LoggerFactory.getILoggerFactory() instanceof LoggerContext;
        } finally {
            // The SLF4J of an application would follow them too.
            System.clearProperty(PROVIDER);
            if (verbosity == null) {
                System.clearProperty(VERBOSITY);
            }
        }
    }

    /**
     * Returns when there may be loggers: to be called before the first one is asked for, since
     * SLF4J gives others than Logback's while the file is being read.
     */
    void await() {
        boolean interrupted = false;
        while (read != null) {
            try {
                read.await();
                read = null;
            } catch (InterruptedException e) {
                interrupted = true; // reading a file ends
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
