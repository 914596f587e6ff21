package dev.serval.startup;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.jul.JULHelper;
import ch.qos.logback.classic.jul.LevelChangePropagator;
import ch.qos.logback.classic.spi.LoggerContextListener;
import java.util.HashSet;
import java.util.Set;

/**
 * Gives loggers of java.util.logging the levels of the server's log, so that they drop early what
 * the log does not want. Thread-safe.
 *
 * <p>Does what {@link LevelChangePropagator} does, but for a status message per level: its text is
 * the first that Logback concatenates, for which the JVM makes ten classes in each first start.
 */
final class JulLevelListener implements LoggerContextListener {
    // java.util.logging drops loggers without references.
    private final Set<java.util.logging.Logger> known = new HashSet<>();

    /** Called once for each logger with a level of its own, and when a level changes. */
    @Override
    public synchronized void onLevelChange(Logger logger, Level level) {
        java.util.logging.Logger same = JULHelper.asJULLogger(logger);
        known.add(same);
        same.setLevel(JULHelper.asJULLevel(level));
    }

    @Override
    public boolean isResetResistant() {
        return false; // whoever configures the context anew decides about java.util.logging, too
    }

    @Override
    public void onStart(LoggerContext context) {}

    @Override
    public void onReset(LoggerContext context) {}

    @Override
    public void onStop(LoggerContext context) {}
}
