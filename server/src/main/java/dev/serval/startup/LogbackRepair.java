package dev.serval.startup;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.status.Status;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The problems of a file that Logback has read, and whether it was replaced. Immutable.
 *
 * @param problems the problems that Logback has reported
 * @param shipped whether the shipped configuration has replaced it
 */
record LogbackRepair(List<Problem> problems, boolean shipped) {
    /** The logger above all loggers of the server. */
    static final String SERVER = "dev.serval";

    /** The message for a file in which no appender gets the server's log. */
    static final String SILENT = "SRV-0814 gives " + SERVER + " no appender" + Logging.AS_SHIPPED;

    /** The message for a file that turns the log off explicitly. */
    static final String OFF =
            "SRV-0819 says OFF for " + SERVER + ": the server logs nothing, no errors either";

    /**
     * Replaces a configuration that would silence the server unintentionally by the shipped one.
     */
    static LogbackRepair of(LoggerContext context, Path file, String shown) {
        List<Status> errors =
                context.getStatusManager().getCopyOfStatusList().stream()
                        .filter(status -> status.getEffectiveLevel() >= Status.ERROR)
                        .toList();
        boolean off = context.getLogger(SERVER).getEffectiveLevel() == Level.OFF;
        boolean silent = !off && !writes(context);
        // Logback has no error for an appender-ref that leads nowhere.
        List<Problem> problems = mistakes(file, shown, errors, silent);
        if (problems.isEmpty() && (off || silent)) {
            problems = List.of(Logging.problem(shown, off ? OFF : SILENT));
        }
        if (silent) {
            context.reset();
            ShippedLogging.configure(context);
        }
        return new LogbackRepair(problems, silent);
    }

    private static List<Problem> mistakes(
            Path file, String shown, List<Status> errors, boolean silent) {
        List<Problem> found = new ArrayList<>(LogbackCheck.of(file, shown));
        found.removeIf(each -> each.severity() != Severity.ERROR);
        if (found.isEmpty()) {
            errors.stream()
                    .map(Status::getMessage)
                    .distinct()
                    .forEach(message -> found.add(Logging.problem(shown, message)));
        }
        String then = silent ? Logging.AS_SHIPPED : "; the rest of the file is in effect";
        return found.stream()
                .map(
                        each ->
                                Problem.of(
                                        Severity.WARNING,
                                        each.at(),
                                        "SRV-0815 " + each.message() + then))
                .toList();
    }

    /** Whether an appender gets the server's log. */
    private static boolean writes(LoggerContext context) {
        for (String name : List.of(SERVER, "dev", Logger.ROOT_LOGGER_NAME)) {
            Logger logger = context.getLogger(name);
            for (Iterator<Appender<ILoggingEvent>> all = logger.iteratorForAppenders();
                    all.hasNext(); ) {
                if (all.next().isStarted()) {
                    return true;
                }
            }
            if (!logger.isAdditive()) {
                return false;
            }
        }
        return false;
    }
}
