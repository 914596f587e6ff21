package dev.serval.webapp.logging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Lets loggers of java.util.logging say what at least one application wants to hear; which records
 * are of whom is decided behind them. Thread-safe. The loggers are those of the JVM, so there is
 * one of these in a process, and it does nothing unless the server's log takes their records.
 */
public final class JulLevels {
    /** The one. */
    public static final JulLevels PROCESS = new JulLevels();

    private final List<LevelFile> wanted = new ArrayList<>();
    // With their own levels from before; java.util.logging forgets loggers that nobody holds.
    private final Map<Logger, Level> lowered = new HashMap<>();
    private boolean enabled;

    private JulLevels() {}

    /** Called by whoever takes the records. */
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
