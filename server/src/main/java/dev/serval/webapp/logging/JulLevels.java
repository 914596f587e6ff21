package dev.serval.webapp.logging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Lowers the levels of loggers of java.util.logging to the lowest one of any application; the
 * handler behind them filters the records of each application. Thread-safe. The loggers belong to
 * the JVM, so there is one instance in a process, and it does nothing unless the server's log takes
 * their records.
 */
public final class JulLevels {
    /** The only instance. */
    public static final JulLevels PROCESS = new JulLevels();

    private final List<LevelFile> wanted = new ArrayList<>();
    // Loggers with their former levels; java.util.logging drops loggers without references.
    private final Map<Logger, Level> lowered = new HashMap<>();
    private boolean enabled;

    private JulLevels() {}

    /** Called by the handler that takes the records. */
    public synchronized void enable() {
        enabled = true;
        apply();
    }

    /** An application begins; {@link #remove} must follow. */
    public synchronized void add(LevelFile file) {
        if (file != LevelFile.NONE) {
            wanted.add(file);
            apply();
        }
    }

    /** An application has ended. */
    public synchronized void remove(LevelFile file) {
        if (wanted.remove(file)) {
            lowered.forEach(Logger::setLevel);
            lowered.clear();
            apply();
        }
    }

    /** To be called when others have changed levels. */
    public synchronized void apply() {
        if (!enabled) {
            return;
        }
        Map<String, Integer> least = new HashMap<>();
        for (LevelFile file : wanted) {
            file.levels().forEach((name, level) -> least.merge(name, level, Math::min));
        }
        least.forEach(this::lower);
    }

    private void lower(String name, int level) {
        Logger logger = Logger.getLogger(name);
        if (level < effective(logger)) {
            if (!lowered.containsKey(logger)) {
                lowered.put(logger, logger.getLevel());
            }
            logger.setLevel(Level.parse(Integer.toString(level)));
        }
    }

    private static int effective(Logger logger) {
        for (Logger each = logger; each != null; each = each.getParent()) {
            if (each.getLevel() != null) {
                return each.getLevel().intValue();
            }
        }
        return Level.INFO.intValue();
    }
}
