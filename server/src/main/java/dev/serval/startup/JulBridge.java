package dev.serval.startup;

import dev.serval.servlet.application.SaidLines;
import dev.serval.webapp.WebappClassLoader;
import dev.serval.webapp.logging.JulLevels;
import dev.serval.webapp.logging.LevelFile;
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
 * Passes records of java.util.logging, from applications, libraries and the JDK, to the server's
 * log, under the names of their loggers ({@link JulNames}), with the application in front.
 * Thread-safe. It keeps no record, so it keeps no application in memory. Levels are those of the
 * server's log, and for the records of an application those of its {@link LevelFile}.
 *
 * <p>A reset of the LogManager removes levels and other handlers, as usual; this handler comes
 * back, for the other applications. The JVM itself resets it when it begins to end, while
 * applications may still log. After {@link Logger#removeHandler} it stays away.
 */
final class JulBridge extends Handler {
    /** If one of these is set, the user has configured java.util.logging, and it is left alone. */
    private static final String[] CONFIGURED = {
        "java.util.logging.config.file",
        "java.util.logging.config.class",
        "java.util.logging.manager"
    };

    // The LogManager drops loggers without references.
    private final Logger root = LogManager.getLogManager().getLogger("");
    private final Formatter formatter = new SimpleFormatter();
    private final JulNames names = new JulNames();

    private JulBridge() {}

    /** Replaces the JDK's console handler, unless others are configured. */
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
        JulLevels.PROCESS.enable();
    }

    @Override
    public void publish(LogRecord record) {
        if (record == null) {
            return;
        }
        try {
            org.slf4j.Logger log = names.logger(record.getLoggerName(), JulBridge::application);
            org.slf4j.event.Level level = level(record.getLevel().intValue());
            Boolean own = ownLevels(record, log);
            if (own == null ? log.isEnabledForLevel(level) : own) {
                write(log, level, record);
            }
        } catch (RuntimeException e) {
            // Most likely caused by a parameter of the record: logging must not make the caller
            // fail.
            reportError(null, e, ErrorManager.FORMAT_FAILURE);
        }
    }

    /**
     * Whether the application's own levels let the record pass; null if the levels of the server's
     * log count. The level of the nearer logger counts; for the same logger, the server's.
     */
    private static Boolean ownLevels(LogRecord record, org.slf4j.Logger log) {
        WebappClassLoader its =
                WebappClassLoader.of(Thread.currentThread().getContextClassLoader());
        LevelFile levels = its == null ? LevelFile.NONE : its.levels();
        String nearest = levels.nearest(record.getLoggerName());
        if (nearest == null || nearest.length() <= LogbackLevels.nearest(log)) {
            return null;
        }
        return levels.passes(nearest, record.getLevel());
    }

    private void write(org.slf4j.Logger log, org.slf4j.event.Level level, LogRecord record) {
        String text = text(record);
        if (log instanceof ch.qos.logback.classic.Logger logger && !log.isEnabledForLevel(level)) {
            LogbackLevels.append(logger, level, text, record.getThrown());
        } else {
            log.atLevel(level).setCause(record.getThrown()).log(text);
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

    /** The application of the thread; null if there is none. */
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
        // There is nothing to flush: the server's log writes at once.
    }

    /** Called by the LogManager's reset, which has removed this handler before. */
    @Override
    public void close() {
        root.addHandler(this);
    }
}
