package dev.serval.startup;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.util.StatusListenerConfigHelper;

/**
 * The same, but with {@link ShippedLogging} instead of a search for files. Created by SLF4J, to
 * which {@link Logging} has given its name.
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
