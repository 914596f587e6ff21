package dev.serval.startup;

import dev.serval.servlet.application.SaidLines;
import dev.serval.webapp.WebappClassLoader;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/**
 * Brings what applications, libraries and the JDK say by java.util.logging to the server's log,
 * under the names of their loggers ({@link JulNames}), with the application in front. Thread-safe.
 * It keeps nothing of a record, so no application stays in memory by it.
 *
 * <p>Whoever resets the LogManager loses levels and other handlers, as anywhere; this one comes
 * back, for the other applications. The JVM itself resets it when it begins to end, while
 * applications still have something to say. Whoever takes it away by {@link Logger#removeHandler}
 * has taken it away.
 */
final class JulBridge extends Handler {
    /** With one of them somebody has configured java.util.logging, who is right. */
    private static final String[] CONFIGURED = {
        "java.util.logging.config.file",
        "java.util.logging.config.class",
        "java.util.logging.manager"
    };

    // The LogManager forgets loggers that nobody has.
    private final Logger root = LogManager.getLogManager().getLogger("");
    private final Formatter formatter = new SimpleFormatter();
    private final JulNames names = new JulNames();

    private JulBridge() {}

    /** Puts it in the place of the JDK's console handler, unless somebody has configured others. */
    static void install() {
        for (String property : CONFIGURED) {
            if (System.getProperty(property) != null) {
                LoggerFactory.getLogger(JulBridge.class)
                        .info("java.util.logging is left as {} says", property);
                return;
            }
        }
        JulBridge bridge = new JulBridge();
        for (Handler handler : bridge.root.getHandlers()) {
            if (handler.getClass() == ConsoleHandler.class) {
                bridge.root.removeHandler(handler);
            }
        }
        bridge.root.addHandler(bridge);
    }

    @Override
    public void publish(LogRecord record) {
        if (record == null) {
            return;
        }
        try {
            org.slf4j.Logger log = names.logger(record.getLoggerName(), JulBridge::application);
            org.slf4j.event.Level level = level(record.getLevel().intValue());
            if (log.isEnabledForLevel(level)) {
                log.atLevel(level).setCause(record.getThrown()).log(text(record));
            }
        } catch (RuntimeException e) {
            // A parameter of the record, most likely: whoever logs must not fail by it.
            reportError(null, e, ErrorManager.FORMAT_FAILURE);
        }
    }

    private static org.slf4j.event.Level level(int level) {
        if (level >= Level.SEVERE.intValue()) {
            return org.slf4j.event.Level.ERROR;
        }
        if (level >= Level.WARNING.intValue()) {
            return org.slf4j.event.Level.WARN;
        }
        if (level >= Level.CONFIG.intValue()) {
            return org.slf4j.event.Level.INFO;
        }
        return level >= Level.FINER.intValue()
                ? org.slf4j.event.Level.DEBUG
                : org.slf4j.event.Level.TRACE;
    }

    /** Whose thread it is; null if it is none of an application. */
    private static String application() {
        return WebappClassLoader.applicationOf(Thread.currentThread().getContextClassLoader());
    }

    private String text(LogRecord record) {
        String application = application();
        String front = application == null ? "" : "[" + application + "] ";
        return SaidLines.of(front, formatter.formatMessage(record));
    }

    @Override
    public void flush() {
        // The server's log writes at once.
    }

    /** Called by the LogManager's reset, which has removed it before. */
    @Override
    public void close() {
        root.addHandler(this);
    }
}
