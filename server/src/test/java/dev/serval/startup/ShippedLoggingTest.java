package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.jul.LevelChangePropagator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.pattern.PatternLayoutBase;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.status.StatusManager;
import ch.qos.logback.core.util.FileSize;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the server does instead of reading the shipped conf/logback.xml, which is to be the same.
 */
class ShippedLoggingTest {
    private static final Path SHIPPED = Path.of("../conf/logback.xml");
    private static final List<String> PROPERTIES =
            List.of("serval.base", "serval.console", "serval.console.applications");

    private static final Exception THROWN =
            new IllegalStateException("a", new RuntimeException("two\nlines"));

    @TempDir Path base;
    private final List<LoggerContext> contexts = new ArrayList<>();

    @BeforeEach
    void setProperties() {
        System.setProperty("serval.base", base.toString());
        System.setProperty("serval.console", "WARN");
    }

    @AfterEach
    void end() {
        contexts.forEach(LoggerContext::stop);
        PROPERTIES.forEach(System::clearProperty);
    }

    private LoggerContext byTheFile() throws Exception {
        LoggerContext context = context();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(SHIPPED.toFile());
        return context;
    }

    private LoggerContext byTheServer() {
        LoggerContext context = context();
        ShippedLogging.configure(context);
        ShippedLogging.complete(context);
        return context;
    }

    private LoggerContext context() {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        contexts.add(context);
        return context;
    }

    @Test
    void knowsTheShippedFile() {
        assertThat(ShippedLogging.is(SHIPPED))
                .as("conf/logback.xml was changed: change ShippedLogging, LENGTH and CRC_32 too")
                .isTrue();
    }

    @Test
    void anotherFileIsAnotherOne() throws Exception {
        String text = Files.readString(SHIPPED);
        Path other = base.resolve("logback.xml");
        Files.writeString(other, text.replace("\"INFO\"", "\"WARN\""));
        assertThat(ShippedLogging.is(other)).isFalse();
        Files.writeString(other, text.replace("days:-30}", "days:-31}"));
        assertThat(ShippedLogging.is(other)).isFalse();
        assertThat(ShippedLogging.is(base.resolve("none.xml"))).isFalse();
    }

    @Test
    void saysWhatTheFileSays() throws Exception {
        assertThat(described(byTheServer()))
                .hasSizeGreaterThan(30)
                .isEqualTo(described(byTheFile()));
        System.clearProperty("serval.console");
        System.setProperty("serval.console.applications", "OFF");
        assertThat(described(byTheServer())).isEqualTo(described(byTheFile()));
    }

    @Test
    void writesTheLinesThatTheFileAsksFor() throws Exception {
        List<String> lines = lines(byTheServer());
        assertThat(lines).hasSize(12).isEqualTo(lines(byTheFile()));
        assertThat(lines.get(0)).endsWith(":00.007 INFO  [a thread] d.s.application.ROOT: {} 1\n");
    }

    @Test
    void theJdksLoggersHaveTheLevelsThatTheFileGivesThem() throws Exception {
        assertThat(levelsOfTheJdk(this::byTheServer))
                .isEqualTo(levelsOfTheJdk(this::byTheFile))
                .containsExactly("INFO", "INFO", "FINE", "WARNING", "SEVERE");
    }

    /** Those of the root, of the server's own, and of a logger: with levels, and without one. */
    private static List<String> levelsOfTheJdk(Callable<LoggerContext> configuration)
            throws Exception {
        java.util.logging.Logger root = java.util.logging.Logger.getLogger("");
        java.util.logging.Logger servers = java.util.logging.Logger.getLogger("dev.serval");
        java.util.logging.Logger logger = java.util.logging.Logger.getLogger("a.b");
        root.setLevel(java.util.logging.Level.CONFIG);
        servers.setLevel(java.util.logging.Level.CONFIG);
        LoggerContext context = configuration.call();
        List<String> levels = new ArrayList<>();
        levels.add(root.getLevel().getName());
        levels.add(servers.getLevel().getName());
        context.getLogger("a").setLevel(Level.ERROR);
        for (Level level : new Level[] {Level.DEBUG, Level.WARN, null}) {
            context.getLogger("a.b").setLevel(level);
            levels.add(logger.getLevel().getName());
        }
        return levels;
    }

    @Test
    void aFileOfYesterdayIsPutAway() throws Exception {
        Path log = base.resolve("logs/serval.log");
        Files.createDirectory(log.getParent());
        Files.writeString(log, "yesterday\n");
        Instant yesterday = Instant.now().minus(1, ChronoUnit.DAYS);
        Files.setLastModifiedTime(log, FileTime.from(yesterday));
        LoggerContext context = context();
        ShippedLogging.configure(context);
        context.getLogger("dev.serval").info("today");
        Path kept = base.resolve("logs/serval." + day(yesterday) + ".0.log");
        assertThat(kept).hasContent("yesterday");
        assertThat(Files.readString(log)).endsWith("today\n").doesNotContain("yesterday");
    }

    @Test
    void aFileThatWasNotThereRollsFromTheEndOfTheStartOn() throws Exception {
        LoggerContext context = context();
        ShippedLogging.configure(context);
        Logger logger = context.getLogger("dev.serval");
        logger.info("at the start");
        ShippedLogging.complete(context);
        Path log = base.resolve("logs/serval.log");
        RollingFileAppender<ILoggingEvent> file =
                (RollingFileAppender<ILoggingEvent>) logger.getAppender("file");
        Instant tomorrow = Instant.now().plus(1, ChronoUnit.DAYS);
        ((TimeBasedRollingPolicy<?>) file.getRollingPolicy())
                .getTimeBasedFileNamingAndTriggeringPolicy()
                .setCurrentTime(tomorrow.toEpochMilli());
        logger.info("later");
        Path kept = base.resolve("logs/serval." + day(Instant.now()) + ".0.log");
        assertThat(Files.readString(kept)).endsWith("at the start\n");
        assertThat(Files.readString(log)).endsWith("later\n").doesNotContain("at the start");
        assertThat(context.getStatusManager().getCopyOfStatusList())
                .noneMatch(status -> status.getLevel() > 0);
    }

    @Test
    void whatFailsAtFirstRollsWithTheNextAttempt() throws Exception {
        AtomicBoolean fails = new AtomicBoolean();
        LoggerContext context =
                new LoggerContext() {
                    @Override
                    public StatusManager getStatusManager() {
                        if (fails.get()) {
                            throw new OutOfMemoryError("made for this test");
                        }
                        return super.getStatusManager();
                    }
                };
        context.setMDCAdapter(new LogbackMDCAdapter());
        contexts.add(context);
        ShippedLogging.configure(context);
        fails.set(true);
        assertThatThrownBy(() -> ShippedLogging.complete(context))
                .isInstanceOf(OutOfMemoryError.class);
        fails.set(false);
        ShippedLogging.complete(context);
        RollingFileAppender<ILoggingEvent> file =
                (RollingFileAppender<ILoggingEvent>)
                        context.getLogger("dev.serval").getAppender("file");
        assertThat(file.getRollingPolicy()).isInstanceOf(TimeBasedRollingPolicy.class);
    }

    private static String day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneId.systemDefault()).toString();
    }

    private static List<String> described(LoggerContext context) throws IllegalAccessException {
        List<String> facts = new ArrayList<>();
        for (Object listener : context.getCopyOfListenerList()) {
            boolean same = listener instanceof JulLevelListener;
            facts.add((same ? LevelChangePropagator.class : listener.getClass()).getName());
        }
        for (Logger logger : context.getLoggerList()) {
            String name = logger.getName();
            facts.add(name + " " + logger.getLevel() + " " + logger.isAdditive());
            for (Appender<ILoggingEvent> appender : appenders(logger)) {
                facts.add(name + ": " + appender.getName() + " " + appender.getClass().getName());
                facts(appender, facts);
                for (Object filter : appender.getCopyOfAttachedFiltersList()) {
                    facts(filter, facts);
                }
                facts(layout(appender).getPattern(), facts);
                facts(encoder(appender).getCharset(), facts);
                if (appender instanceof RollingFileAppender<ILoggingEvent> file) {
                    facts(file.getRollingPolicy(), facts);
                    assertThat(file.getTriggeringPolicy()).isSameAs(file.getRollingPolicy());
                }
            }
        }
        assertThat(context.getStatusManager().getCopyOfStatusList())
                .noneMatch(status -> status.getLevel() > 0);
        return facts;
    }

    /** Every field with a plain value, but for what tells of the time. */
    private static void facts(Object part, List<String> facts) throws IllegalAccessException {
        if (part == null || plain(part)) {
            facts.add(String.valueOf(part));
            return;
        }
        TreeSet<String> found = new TreeSet<>();
        for (Class<?> type = part.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    Object value = field.get(part);
                    if (value != null && plain(value)) {
                        found.add(type.getSimpleName() + "." + field.getName() + "=" + value);
                    }
                }
            }
        }
        facts.addAll(found);
    }

    private static boolean plain(Object value) {
        return value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Enum<?>
                || value instanceof Level
                || value instanceof FileSize
                || value instanceof Charset;
    }

    private static List<Appender<ILoggingEvent>> appenders(Logger logger) {
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        logger.iteratorForAppenders().forEachRemaining(appenders::add);
        return appenders;
    }

    private static LayoutWrappingEncoder<ILoggingEvent> encoder(Appender<ILoggingEvent> appender) {
        return (LayoutWrappingEncoder<ILoggingEvent>)
                ((OutputStreamAppender<ILoggingEvent>) appender).getEncoder();
    }

    private static PatternLayoutBase<ILoggingEvent> layout(Appender<ILoggingEvent> appender) {
        return (PatternLayoutBase<ILoggingEvent>) encoder(appender).getLayout();
    }

    private static List<String> lines(LoggerContext context) {
        Logger logger = context.getLogger("dev.serval.application.ROOT");
        List<String> lines = new ArrayList<>();
        List<LoggingEvent> events =
                List.of(
                        event(logger, Level.INFO, "{} 1", null),
                        event(logger, Level.ERROR, "a", THROWN),
                        event(context.getLogger("a.name.longer.than.that"), Level.WARN, "", null));
        for (String name : List.of("dev.serval", Logger.ROOT_LOGGER_NAME)) {
            for (Appender<ILoggingEvent> to : appenders(context.getLogger(name))) {
                for (LoggingEvent event : events) {
                    lines.add(new String(encoder(to).encode(event), StandardCharsets.UTF_8));
                }
            }
        }
        return lines;
    }

    private static LoggingEvent event(Logger logger, Level level, String text, Throwable thrown) {
        LoggingEvent event = new LoggingEvent("a", logger, level, text, thrown, null);
        event.setTimeStamp(7);
        event.setThreadName("a thread");
        return event;
    }
}
