package dev.serval.startup;

import dev.serval.settings.NearestName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.xml.sax.Attributes;

/**
 * Reads the settings of the server's loggers in a Logback file, without applying it. Used once, by
 * one thread.
 */
final class LogbackLoggers {
    private static final String ROOT = "";
    private static final Set<String> LEVELS =
            Set.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF", "INHERITED", "NULL");

    private final Map<String, String> levels = new HashMap<>();
    private final Set<String> appending = new HashSet<>();
    private final Set<String> ends = new HashSet<>();
    private String current; // null outside of loggers
    private boolean open; // the effective settings may be known at the start only

    /** An element begins; called in the order of the file. */
    void element(String name, Attributes attributes) {
        switch (name) {
            case "logger", "root" -> {
                open |= hasVariables(attributes);
                current = name.equals("root") ? ROOT : attributes.getValue("name");
                level(attributes.getValue("level"));
                if ("false".equals(attributes.getValue("additivity"))) {
                    ends.add(current);
                }
            }
            case "level" -> {
                open |= hasVariables(attributes);
                level(attributes.getValue("value"));
            }
            case "appender-ref" -> {
                if (current != null) {
                    appending.add(current);
                }
            }
            case "appender" -> current = null;
            case "include", "sift", "define", "if" -> open = true;
            default -> {}
        }
    }

    private static boolean hasVariables(Attributes attributes) {
        for (int i = 0; i < attributes.getLength(); i++) {
            if (attributes.getValue(i).contains("${")) {
                return true;
            }
        }
        return false;
    }

    private void level(String level) {
        if (current != null && level != null) {
            levels.put(current, level.strip().toUpperCase(Locale.ROOT));
        }
    }

    /**
     * The error in the level of an element, instead of which Logback uses DEBUG; null if there is
     * none.
     */
    static String wrongLevel(String name, Attributes attributes) {
        String level =
                switch (name) {
                    case "logger", "root" -> attributes.getValue("level");
                    case "level" -> attributes.getValue("value");
                    default -> null;
                };
        if (level == null || level.isBlank() || level.contains("${")) {
            return null;
        }
        String known = level.strip().toUpperCase(Locale.ROOT);
        return LEVELS.contains(known)
                ? null
                : (name.equals("level") ? "value" : "level")
                        + " of "
                        + name
                        + " is \""
                        + level
                        + "\", which is no level"
                        + NearestName.hint(known, LEVELS)
                        + ": DEBUG counts";
    }

    /** The mistake that the start would report; null if there is none. */
    String mistake() {
        if (open) {
            return null;
        }
        return "OFF".equals(levels.get(nearest(levels.keySet())))
                ? LogbackRepair.OFF
                : nearest(appending) == null ? LogbackRepair.SILENT : null;
    }

    /** The logger that counts for the server, of those given; null if none does. */
    private String nearest(Set<String> given) {
        for (String name : new String[] {LogbackRepair.SERVER, "dev", ROOT}) {
            if (given.contains(name)) {
                return name;
            }
            if (given == appending && ends.contains(name)) {
                return null;
            }
        }
        return null;
    }
}
