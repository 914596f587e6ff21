package dev.serval.startup;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The shipped {@code conf/logback.xml}, in Java. Used by one thread. Logback needs more time to
 * read and apply that file than anything else in a first start, so it is read only if it was
 * changed. A test checks that both agree.
 */
final class ShippedLogging {
    /** Length and checksum of the shipped file; a copy in the class path would slow the start. */
    static final int LENGTH = 3152;

    static final long CRC_32 = 0x39c97826L;

    private static final long MEGABYTES = FileSize.MB_COEFFICIENT;
    private static final long GIGABYTES = FileSize.GB_COEFFICIENT;

    private static final String LATER = ShippedLogging.class.getName();

    private final LoggerContext context;

    /** Files that do not roll yet, with the beginning of their names. */
    private final Map<RollingFileAppender<ILoggingEvent>, String> fresh = new LinkedHashMap<>();

    private ShippedLogging(LoggerContext context) {
        this.context = context;
    }

    /** Whether a file is the shipped one. */
    static boolean is(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            CRC32 sum = new CRC32();
            sum.update(content);
            return content.length == LENGTH && sum.getValue() == CRC_32;
        } catch (IOException e) {
            return false; // Logback reports the error
        }
    }

    /** Configures a new context; {@link #complete} finishes it. */
    static void configure(LoggerContext context) {
        ShippedLogging logging = new ShippedLogging(context);
        logging.configure();
        context.putObject(LATER, logging);
    }

    private void configure() {
        context.addListener(new JulLevelListener()); // before levels are set

        Appender<ILoggingEvent> console = console("console", "serval.console");
        Appender<ILoggingEvent> file = file("file", "serval.logs", "serval");
        Appender<ILoggingEvent> applicationsConsole =
                console("applications-console", "serval.console.applications");
        Appender<ILoggingEvent> applications =
                file("applications", "serval.logs.applications", "applications");

        logger("dev.serval", console, file).setAdditive(false);
        logger("dev.serval.application", applicationsConsole, applications).setAdditive(false);
        logger(Logger.ROOT_LOGGER_NAME, applicationsConsole, applications);
    }

    private Logger logger(
            String name, Appender<ILoggingEvent> console, Appender<ILoggingEvent> file) {
        Logger logger = context.getLogger(name);
        logger.setLevel(Level.INFO);
        logger.addAppender(console);
        logger.addAppender(file);
        return logger;
    }

    private Appender<ILoggingEvent> console(String name, String level) {
        ThresholdFilter filter = new ThresholdFilter();
        filter.setContext(context);
        filter.setLevel(value(level, "INFO"));
        filter.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.addFilter(filter);
        return started(appender, name);
    }

    /**
     * @param directory names the property with the directory of the file
     */
    private Appender<ILoggingEvent> file(String name, String directory, String file) {
        String path = value(directory, value("serval.base", ".") + "/logs") + "/" + file;
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(path + ".log");
        if (Files.exists(Path.of(path + ".log"))) {
            appender.setRollingPolicy(rolling(appender, path)); // it may be from yesterday
        } else {
            UnrolledFile.begin(appender);
            fresh.put(appender, path);
        }
        return started(appender, name);
    }

    private SizeAndTimeBasedRollingPolicy<ILoggingEvent> rolling(
            RollingFileAppender<ILoggingEvent> appender, String path) {
        SizeAndTimeBasedRollingPolicy<ILoggingEvent> policy = new SizeAndTimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(path + ".%d{yyyy-MM-dd}.%i.log");
        policy.setMaxFileSize(new FileSize(50 * MEGABYTES));
        policy.setMaxHistory(Integer.parseInt(value("serval.logs.days", "30")));
        policy.setTotalSizeCap(new FileSize(GIGABYTES));
        policy.start();
        return policy;
    }

    /**
     * Lets files roll that did not exist before the start; to be called when the start is over.
     * Preparing this takes as long as the other steps: Logback loads all calendars of the JDK.
     */
    static void complete(LoggerContext context) {
        if (context.getObject(LATER) instanceof ShippedLogging logging) {
            var each = logging.fresh.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<RollingFileAppender<ILoggingEvent>, String> file = each.next();
                // Appenders read it without a lock of the server: an event may still find the old
                // one.
                file.getKey().setRollingPolicy(logging.rolling(file.getKey(), file.getValue()));
                each.remove(); // a file that has failed is kept for the next attempt
            }
            context.removeObject(LATER);
        }
    }

    private Appender<ILoggingEvent> started(
            OutputStreamAppender<ILoggingEvent> appender, String name) {
        LineLayout layout = new LineLayout();
        layout.setContext(context);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setParent(appender);
        encoder.setLayout(layout);
        encoder.start();
        appender.setContext(context);
        appender.setName(name);
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    /** As Logback replaces {@code ${name:-otherwise}}. */
    private static String value(String name, String otherwise) {
        String value = System.getProperty(name);
        if (value == null) {
            value = System.getenv(name);
        }
        return value == null ? otherwise : value;
    }
}
