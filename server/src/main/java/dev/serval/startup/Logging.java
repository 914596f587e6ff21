package dev.serval.startup;

import org.slf4j.LoggerFactory;

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

    private Thread reader;
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
     */
    void begin() {
        reader =
                new Thread(
                        () -> {
                            LoggerFactory.getILoggerFactory();
                            JulBridge.install();
                        },
                        "logging");
        reader.start();
    }

    /**
     * Returns when there may be loggers: to be called before the first one is asked for, since
     * SLF4J gives others than Logback's while the file is being read.
     */
    void await() {
        boolean interrupted = false;
        while (reader != null) {
            try {
                reader.join();
                reader = null;
            } catch (InterruptedException e) {
                interrupted = true; // reading a file ends
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
