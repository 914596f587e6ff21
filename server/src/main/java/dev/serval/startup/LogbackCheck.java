package dev.serval.startup;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.event.BodyEvent;
import ch.qos.logback.core.joran.event.SaxEvent;
import ch.qos.logback.core.joran.event.SaxEventRecorder;
import ch.qos.logback.core.joran.event.StartEvent;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXParseException;

/**
 * Finds mistakes in a Logback file by Logback's own reader, without applying it: it opens no file
 * that the Logback file names. Used once, by one thread.
 */
final class LogbackCheck {
    private final String shown;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, String> imports = new HashMap<>();
    private final Set<String> appenders = new HashSet<>();
    private final LogbackLoggers loggers = new LogbackLoggers();
    private boolean open; // there may be appenders that are not seen here

    private LogbackCheck(String shown) {
        this.shown = shown;
    }

    /**
     * All problems in it: errors, since less is logged than configured; without errors, a warning
     * if the server would log nothing.
     *
     * @param shown its name in problems
     */
    static List<Problem> of(Path file, String shown) {
        LogbackCheck check = new LogbackCheck(shown);
        LoggerContext context = new LoggerContext();
        try {
            check.look(file, context);
        } finally {
            context.stop();
        }
        return List.copyOf(check.problems);
    }

    private void look(Path file, LoggerContext context) {
        JoranConfigurator reader = new JoranConfigurator();
        reader.setContext(context);
        SaxEventRecorder recorder;
        try {
            recorder = reader.populateSaxEventRecorder(new InputSource(file.toUri().toString()));
            reader.buildModelFromSaxEventList(recorder.getSaxEventList());
        } catch (JoranException e) {
            broken(e);
            return;
        }
        for (Status status : context.getStatusManager().getCopyOfStatusList()) {
            if (status.getEffectiveLevel() >= Status.ERROR) {
                error(new Location(shown, 0, 0), status.getMessage());
            }
        }
        for (SaxEvent event : recorder.getSaxEventList()) {
            if (event instanceof StartEvent start) {
                note(start);
            }
        }
        LogbackValues values =
                new LogbackValues(reader, (start, wrong) -> error(location(start), wrong));
        for (SaxEvent event : recorder.getSaxEventList()) {
            if (event instanceof StartEvent start) {
                Class<?> type = look(start);
                loggers.element(start.getLocalName(), start.getAttributes());
                String wrong =
                        LogbackLoggers.wrongLevel(start.getLocalName(), start.getAttributes());
                if (wrong != null) {
                    error(location(start), wrong);
                }
                values.begin(start, type);
            } else if (event instanceof BodyEvent body) {
                values.body(body.getText());
            } else {
                values.end();
            }
        }
        String mistake = loggers.mistake();
        if (problems.isEmpty() && mistake != null) {
            problems.add(Problem.of(Severity.WARNING, new Location(shown, 0, 0), mistake));
        }
    }

    private void broken(JoranException e) {
        if (e.getCause() instanceof SAXParseException at) {
            error(
                    new Location(shown, at.getLineNumber(), at.getColumnNumber()),
                    String.valueOf(at.getMessage()));
        } else {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            error(new Location(shown, 0, 0), "cannot be read: " + cause);
        }
    }

    private void note(StartEvent start) {
        String name = start.getLocalName();
        switch (name) {
            case "import" -> {
                String type = String.valueOf(start.getAttributes().getValue("class"));
                imports.put(type.substring(type.lastIndexOf('.') + 1), type);
            }
            case "appender" ->
                    appenders.add(String.valueOf(start.getAttributes().getValue("name")));
            case "include", "sift", "define" -> open = true;
            default -> {}
        }
    }

    /** The class that an element names; null if there is none. */
    private Class<?> look(StartEvent start) {
        String type = start.getAttributes().getValue("class");
        boolean named = type != null && !isOpen(type);
        Class<?> found = named ? find(imports.getOrDefault(type, type)) : null;
        if (named && found == null) {
            error(
                    location(start),
                    "class " + type + " of " + start.getLocalName() + " is not there");
        }
        String appender = start.getAttributes().getValue("ref");
        if (start.getLocalName().equals("appender-ref")
                && !open
                && appender != null
                && !isOpen(appender)
                && !appenders.contains(appender)) {
            error(
                    location(start),
                    "appender-ref names the appender "
                            + appender
                            + ", which is not defined"
                            + NearestName.hint(appender, appenders));
        }
        return found;
    }

    /** Whether it contains variables. */
    private static boolean isOpen(String value) {
        return value.contains("${");
    }

    /** The class; null if it is missing. */
    private static Class<?> find(String type) {
        try {
            return Class.forName(type, false, LogbackCheck.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private Location location(StartEvent start) {
        Locator at = start.getLocator();
        return new Location(shown, at.getLineNumber(), at.getColumnNumber());
    }

    private void error(Location at, String message) {
        problems.add(Problem.of(Severity.ERROR, at, message));
    }
}
