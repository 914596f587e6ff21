package dev.serval.startup;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.StatusUtil;
import ch.qos.logback.core.util.StatusPrinter2;
import dev.serval.valve.around.TraceMdc;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.Reporter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Brings Logback to SLF4J as Logback's own provider does, configured by the file that Logback looks
 * for, with a {@link TraceMdc}. Created by SLF4J, to which {@link Logging} has given its name.
 */
public class FileLoggingProvider implements SLF4JServiceProvider {
    private final LoggerContext context = new LoggerContext();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter mdc = new TraceMdc(new LogbackMDCAdapter());

    /** Called by SLF4J. */
    public FileLoggingProvider() {}

    @Override
    public final void initialize() {
        context.setName(CoreConstants.DEFAULT_CONTEXT_NAME);
        context.setMDCAdapter(mdc);
        configure(context);
        if (!StatusUtil.contextHasStatusListener(context)) {
            new StatusPrinter2().printInCaseOfErrorsOrWarnings(context);
        }
        context.start();
    }

    /** Configures what is logged and where. */
    void configure(LoggerContext log) {
        try {
            new ContextInitializer(log).autoConfig();
        } catch (JoranException | RuntimeException e) {
            // As in Logback's own provider, a problem of the log does not prevent the start.
            Reporter.error("Logback could not be configured", e);
        }
    }

    @Override
    public final ILoggerFactory getLoggerFactory() {
        return context;
    }

    @Override
    public final IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public final MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public final String getRequestedApiVersion() {
        return "2.0.99";
    }
}
