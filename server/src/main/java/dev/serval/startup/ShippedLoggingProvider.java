package dev.serval.startup;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.util.StatusListenerConfigHelper;

/**
 * The same with {@link ShippedLogging} in the place of a search for files. Made by SLF4J, which
 * {@link Logging} has told its name.
 */
public final class ShippedLoggingProvider extends FileLoggingProvider {
    /** Called by SLF4J. */
    public ShippedLoggingProvider() {}

    @Override
    void configure(LoggerContext log) {
        StatusListenerConfigHelper.installIfAsked(log);
        ShippedLogging.configure(log);
    }
}
