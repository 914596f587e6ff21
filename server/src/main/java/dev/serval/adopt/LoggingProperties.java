package dev.serval.adopt;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.serval.config.Finding;
import dev.serval.config.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code conf/logging.properties} in the terms of Logback: levels, directories and for how long
 * files are kept. Immutable. The base's own {@code conf/logback.xml} takes precedence.
 */
final class LoggingProperties {
    private static final String LOGGER = "dev.serval";
    private static final String CONSOLE = "java.util.logging.ConsoleHandler";
    private static final Pattern HANDLER =
            Pattern.compile(
                    "(\\d[\\w-]*\\.)?(org\\.apache\\.juli\\.(Async)?FileHandler|"
                            + Pattern.quote(CONSOLE)
                            + "|java\\.util\\.logging\\.FileHandler)\\.(\\w+)");
    private static final Pattern CONTAINER =
            Pattern.compile(
                    "org\\.apache\\.catalina\\.core\\.ContainerBase"
                            + "(\\.\\[[^]]*])?(\\.\\[[^]]*])?(?:\\.\\[/?([^]]*)])?");

    /** The levels of Logback by those of java.util.logging. */
    private static final Map<String, Level> LEVELS =
            Map.of(
                    "OFF", Level.OFF,
                    "SEVERE", Level.ERROR,
                    "WARNING", Level.WARN,
                    "INFO", Level.INFO,
                    "CONFIG", Level.INFO,
                    "FINE", Level.DEBUG,
                    "FINER", Level.DEBUG,
                    "FINEST", Level.TRACE,
                    "ALL", Level.TRACE);

    private final PropertyFile file;
    private final boolean counts;
    private final Map<String, Level> levels = new TreeMap<>();
    private final Map<String, String> properties = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private LoggingProperties(PropertyFile file, boolean counts) {
        this.file = file;
        this.counts = counts;
    }

    static LoggingProperties of(Path base) {
        LoggingProperties read =
                new LoggingProperties(
                        PropertyFile.read(
                                base.resolve("conf/logging.properties"), "conf/logging.properties"),
                        !Files.isRegularFile(base.resolve("conf/logback.xml")));
        if (read.file.mistake() != null) {
            read.findings.add(read.file.unreadable());
        }
        read.file.values().keySet().forEach(read::read);
        if (read.counts) {
            read.properties.forEach(
                    (name, value) -> {
                        if (System.getProperty(name) == null) {
                            System.setProperty(name, value);
                        }
                    });
        }
        return read;
    }

    /** Sets the levels; to be called when the log has been configured. */
    void apply() {
        if (counts && LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            levels.forEach((name, level) -> context.getLogger(name).setLevel(level));
        }
    }

    List<Finding> findings() {
        return findings;
    }

    private void read(String key) {
        if (!counts) {
            add(key, Verdict.WITHOUT_EFFECT, "conf/logback.xml counts");
            return;
        }
        String value = file.resolved(key);
        Matcher handler = HANDLER.matcher(key);
        if (handler.matches()) {
            handler(key, handler.group(1), handler.group(2), handler.group(4), value);
        } else if (key.equals("handlers")) {
            if (!value.contains(CONSOLE)) {
                console("OFF");
            }
            add(key, Verdict.MAPPED, "to the console, logs/serval.log and logs/applications.log");
        } else if (key.endsWith("handlers")) {
            add(key, Verdict.MAPPED, "to logs/serval.log or logs/applications.log");
        } else if (key.endsWith(".level")) {
            level(key, key.substring(0, key.length() - ".level".length()), value);
        } else {
            add(key, Verdict.UNSUPPORTED, "conf/logback.xml can say what is logged where");
        }
    }

    private void level(String key, String logger, String value) {
        Level level = LEVELS.get(value);
        if (level == null) {
            add(key, Verdict.UNSUPPORTED, "is no level of java.util.logging");
            return;
        }
        String name = name(logger);
        levels.put(name, level);
        add(key, Verdict.MAPPED, "to " + level + " of the logger " + name);
    }

    /** The logger of Serval in place of one of Tomcat. */
    private static String name(String logger) {
        Matcher container = CONTAINER.matcher(logger);
        if (logger.isEmpty()) {
            return Logger.ROOT_LOGGER_NAME;
        }
        if (!container.matches()) {
            return logger.matches("org\\.apache\\.(catalina|coyote|tomcat)(\\..*)?")
                    ? LOGGER
                    : logger;
        }
        String path = container.group(3);
        if (container.group(2) == null) {
            return LOGGER;
        }
        return LOGGER
                + ".application"
                + (path == null ? "" : "." + (path.isEmpty() ? "ROOT" : path.replace('/', '#')));
    }

    private void handler(String key, String number, String type, String property, String value) {
        boolean console = type.equals(CONSOLE);
        boolean server = "1catalina.".equals(number);
        boolean applications = "2localhost.".equals(number);
        switch (property) {
            case "level" -> {
                Level level = LEVELS.get(value);
                if (level == null) {
                    add(key, Verdict.UNSUPPORTED, "is no level of java.util.logging");
                } else if (console) {
                    console(level.toString());
                    add(key, Verdict.MAPPED, "to " + level + " of the console");
                } else if (level.toInt() <= Level.DEBUG_INT) {
                    add(key, Verdict.HONOURED, "");
                } else {
                    add(key, Verdict.UNSUPPORTED, "give the loggers this level");
                }
            }
            case "directory" -> {
                if (server || applications) {
                    String name = server ? "serval.logs" : "serval.logs.applications";
                    properties.put(name, Path.of(value).toAbsolutePath().normalize().toString());
                    String log = server ? "serval.log" : "applications.log";
                    add(key, Verdict.MAPPED, "to the directory of " + log);
                } else {
                    inApplications(key);
                }
            }
            case "maxDays" -> {
                if (server || applications) {
                    boolean ever = !value.matches("[1-9]\\d{0,5}");
                    properties.put("serval.logs.days", ever ? "0" : value);
                    add(key, Verdict.MAPPED, "to the days for which logs are kept");
                } else {
                    inApplications(key);
                }
            }
            case "prefix", "suffix" -> {
                if (server || applications) {
                    String log = server ? "serval.log" : "applications.log";
                    add(key, Verdict.MAPPED, "the file is " + log);
                } else {
                    inApplications(key);
                }
            }
            case "encoding" -> {
                boolean same = value.equalsIgnoreCase("UTF-8");
                Verdict verdict = same ? Verdict.HONOURED : Verdict.WITHOUT_EFFECT;
                add(key, verdict, same ? "" : "logs are in UTF-8");
            }
            case "formatter" ->
                    add(key, Verdict.WITHOUT_EFFECT, "lines are as conf/logback.xml has them");
            default -> add(key, Verdict.WITHOUT_EFFECT, "conf/logback.xml can say it");
        }
    }

    private void inApplications(String key) {
        add(key, Verdict.MAPPED, "what applications say is in applications.log");
    }

    private void console(String level) {
        properties.putIfAbsent("serval.console", level);
        properties.putIfAbsent("serval.console.applications", level);
    }

    private void add(String key, Verdict verdict, String why) {
        findings.add(file.finding(key, verdict, why));
    }
}
