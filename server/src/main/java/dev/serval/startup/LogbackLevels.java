package dev.serval.startup;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.serval.lifecycle.LogLevels;
import dev.serval.settings.NearestName;
import dev.serval.webapp.logging.JulLevels;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** The levels of Logback's loggers. Thread-safe. */
final class LogbackLevels implements LogLevels {
    // The logger of operators' changes.
    private static final String AUDIT = "dev.serval.operations.audit";

    /** Logback keeps each logger for ever. */
    static final int MOST = 1000;

    private static final List<String> LEVELS =
            List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    private final LoggerContext context;
    // The levels before the first change; empty for loggers without a level of their own. Guarded
    // by this.
    private final Map<String, Optional<Level>> before = new HashMap<>();

    private LogbackLevels(LoggerContext context) {
        this.context = context;
    }

    /** The levels of the server's log; {@link LogLevels#NONE} if that is not Logback's. */
    static LogLevels ofServer() {
        return of(LoggerFactory.getILoggerFactory());
    }

    static LogLevels of(ILoggerFactory factory) {
        if (!(factory instanceof LoggerContext context)) {
            return NONE;
        }
        LogbackLevels levels = new LogbackLevels(context);
        context.addListener(levels.new Resets());
        return levels;
    }

    /**
     * The length of the name of the nearest logger that has a level of its own; -1 for the root,
     * and for loggers that are not Logback's.
     */
    static int nearest(org.slf4j.Logger log) {
        if (log instanceof Logger logger) {
            LoggerContext its = logger.getLoggerContext();
            String name = logger.getName();
            while (!name.isEmpty()) {
                Logger each = its.exists(name);
                if (each != null && each.getLevel() != null && !name.equals(ROOT)) {
                    return name.length();
                }
                name = name.substring(0, Math.max(0, name.lastIndexOf('.')));
            }
        }
        return -1;
    }

    /** Logs something that the level of the logger would not let pass; filters of appenders may. */
    static void append(
            Logger logger, org.slf4j.event.Level level, String message, Throwable thrown) {
        logger.callAppenders(
                new LoggingEvent(
                        JulBridge.class.getName(),
                        logger,
                        Level.convertAnSLF4JLevel(level),
                        message,
                        thrown,
                        null));
    }

    @Override
    public Map<String, String> levels() {
        Map<String, String> levels = new TreeMap<>();
        for (Logger logger : context.getLoggerList()) {
            if (logger.getLevel() != null) {
                levels.put(logger.getName(), logger.getLevel().toString());
            }
        }
        return levels;
    }

    @Override
    public void set(String logger, String level) {
        String name = logger.equalsIgnoreCase(ROOT) ? ROOT : logger;
        if (!JulNames.isName(name)) {
            throw new IllegalArgumentException(
                    "a logger's name has 1 to "
                            + JulNames.LONGEST
                            + " characters, none of them a blank or a control character");
        }
        if (name.equals(AUDIT)) {
            throw new IllegalArgumentException("the level of the audit stays as it is configured");
        }
        String wanted = level.strip().toUpperCase(Locale.ROOT);
        if (wanted.isEmpty()) {
            reset(name);
            return;
        }
        if (!LEVELS.contains(wanted)) {
            throw new IllegalArgumentException(
                    "there is no level "
                            + (JulNames.isName(level) ? level : "like that")
                            + NearestName.hint(wanted, LEVELS)
                            + "; known: "
                            + String.join(", ", LEVELS));
        }
        synchronized (this) {
            if (!before.containsKey(name) && before.size() >= MOST) {
                throw new IllegalArgumentException(
                        MOST + " levels have been changed already; give some of them back first");
            }
            Logger known = context.getLogger(name);
            before.putIfAbsent(name, Optional.ofNullable(known.getLevel()));
            Logger audit = context.getLogger(AUDIT);
            boolean audited = audit.isInfoEnabled();
            known.setLevel(Level.valueOf(wanted));
            if (audited && !audit.isInfoEnabled()) {
                // A level of the parent loggers cannot silence it.
                audit.setLevel(Level.INFO);
            }
        }
        JulLevels.PROCESS.apply();
        tell(name, wanted, "from now on");
    }

    private void reset(String name) {
        Level effective;
        synchronized (this) {
            Optional<Level> former = before.remove(name);
            if (former == null) {
                return;
            }
            Logger known = context.getLogger(name);
            known.setLevel(former.orElse(null));
            effective = known.getEffectiveLevel();
        }
        JulLevels.PROCESS.apply();
        tell(name, effective.toString(), "again");
    }

    private static void tell(String name, String level, String since) {
        LoggerFactory.getLogger(AUDIT)
                .info("SRV-0780 The level of the logger {} is {} {}", name, level, since);
    }

    private synchronized void forget() {
        before.clear();
    }

    /** Logback has read its file anew: the changes are gone. */
    private final class Resets implements LoggerContextListener {
        @Override
        public boolean isResetResistant() {
            return true;
        }

        @Override
        public void onStart(LoggerContext started) {}

        @Override
        public void onReset(LoggerContext reset) {
            forget();
        }

        @Override
        public void onStop(LoggerContext stopped) {}

        @Override
        public void onLevelChange(Logger logger, Level level) {}
    }
}
