package dev.serval.webapp.logging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The levels of {@code WEB-INF/classes/logging.properties} of an application: {@code
 * org.example.level=FINE}, and {@code .level} for all loggers. Immutable. Handlers and all other
 * settings there have no effect, which is logged.
 */
public final class LevelFile {
    /** Of an application that gives no levels. */
    public static final LevelFile NONE = new LevelFile(Map.of());

    private static final Logger LOG = LoggerFactory.getLogger(LevelFile.class);
    private static final String PLACE = "WEB-INF/classes/logging.properties";
    private static final String LEVEL = ".level";
    private static final long MOST_BYTES = 1 << 20;
    private static final int MOST_LEVELS = 1000;
    private static final int MOST_KEYS = 12;
    private static final List<String> WORDS =
            List.of("OFF", "SEVERE", "WARNING", "INFO", "CONFIG", "FINE", "FINER", "FINEST", "ALL");

    private final Map<String, Integer> levels;

    private LevelFile(Map<String, Integer> levels) {
        this.levels = levels;
    }

    /** Levels by the names of their loggers; empty for all. */
    static LevelFile of(Map<String, Level> levels) {
        Map<String, Integer> numbers = new TreeMap<>();
        levels.forEach((name, level) -> numbers.put(name, level.intValue()));
        return new LevelFile(numbers);
    }

    /**
     * Reads the file; logs what has no effect.
     *
     * @param docBase the directory of the application; null if there is none
     * @param application its path, for the log
     */
    public static LevelFile read(Path docBase, String application) {
        Path file = docBase == null ? null : docBase.resolve(PLACE);
        if (file == null || !Files.isRegularFile(file)) {
            return NONE;
        }
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("it has more than " + MOST_BYTES + " bytes");
            }
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("SRV-0788 [{}] {} is not read: {}", application, PLACE, e.toString());
            return NONE;
        }
        Map<String, Integer> levels = new TreeMap<>();
        List<String> vain = new ArrayList<>();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            String value = properties.getProperty(key).strip();
            if (!key.endsWith(LEVEL) || key.contains("Handler.")) {
                vain.add(key);
            } else if (!WORDS.contains(value) || levels.size() == MOST_LEVELS) {
                vain.add(key + "=" + value);
            } else {
                levels.put(
                        key.substring(0, key.length() - LEVEL.length()),
                        Level.parse(value).intValue());
            }
        }
        if (!vain.isEmpty()) {
            int more = vain.size() - MOST_KEYS;
            LOG.warn(
                    "SRV-0785 [{}] {} gives levels to loggers, and nothing else: no effect of {}{};"
                            + " what is logged where is said in conf/logback.xml",
                    application,
                    PLACE,
                    String.join(", ", vain.subList(0, Math.min(MOST_KEYS, vain.size()))),
                    more > 0 ? " and " + more + " more" : "");
        }
        return levels.isEmpty() ? NONE : new LevelFile(levels);
    }

    /** All of them, by the names of their loggers. */
    Map<String, Integer> levels() {
        return Collections.unmodifiableMap(levels);
    }

    /** The logger whose level counts for the one of that name; null if none does. */
    public String nearest(String logger) {
        if (levels.isEmpty()) {
            return null;
        }
        for (String name = logger == null ? "" : logger; ; ) {
            if (levels.containsKey(name)) {
                return name;
            }
            if (name.isEmpty()) {
                return null;
            }
            int dot = name.lastIndexOf('.');
            name = dot < 0 ? "" : name.substring(0, dot);
        }
    }

    /** Whether the logger found by {@link #nearest} lets records of a level pass. */
    public boolean passes(String nearest, Level level) {
        int least = levels.get(nearest);
        return level.intValue() >= least && least != Level.OFF.intValue();
    }
}
