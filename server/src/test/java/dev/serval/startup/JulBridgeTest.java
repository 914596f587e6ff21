package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.lifecycle.LogLevels;
import dev.serval.webapp.WebappClassLoader;
import dev.serval.webapp.logging.LevelFile;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What is said by java.util.logging. */
class JulBridgeTest {
    private static final String NAME = "org.example.shop";

    @TempDir private Path directory;

    private final Logger root = Logger.getLogger("");
    private final Handler[] before = root.getHandlers();
    private final Logger shop = Logger.getLogger(NAME);
    private final LoggedEvents said = new LoggedEvents();
    private final ch.qos.logback.classic.Logger target =
            (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(NAME);

    private final ch.qos.logback.classic.Logger all =
            (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(LogLevels.ROOT);
    private final ch.qos.logback.classic.Level usual = all.getLevel();

    @BeforeEach
    void install() {
        target.addAppender(said);
        target.setAdditive(false);
        target.setLevel(ch.qos.logback.classic.Level.TRACE);
        JulBridge.install();
        shop.setLevel(Level.ALL);
    }

    @AfterEach
    void restore() {
        all.setLevel(usual);
        target.detachAppender(said);
        target.setAdditive(true);
        target.setLevel(null);
        shop.setLevel(null);
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        for (Handler handler : before) {
            root.addHandler(handler);
        }
    }

    private List<String> lines() {
        return said.list.stream().map(e -> e.getLevel() + " " + e.getFormattedMessage()).toList();
    }

    @Test
    void levelsKeepTheirMeaning() {
        for (Level level :
                List.of(
                        Level.SEVERE,
                        Level.WARNING,
                        Level.INFO,
                        Level.CONFIG,
                        Level.FINE,
                        Level.FINER,
                        Level.FINEST)) {
            shop.log(level, level.getName());
        }
        assertThat(lines())
                .containsExactly(
                        "ERROR SEVERE",
                        "WARN WARNING",
                        "INFO INFO",
                        "INFO CONFIG",
                        "DEBUG FINE",
                        "DEBUG FINER",
                        "TRACE FINEST");
    }

    @Test
    void parametersAndExceptionsCome() {
        shop.log(Level.INFO, "{0} of {1}", new Object[] {"one", "two"});
        shop.log(Level.WARNING, "braces {} stay", new IllegalStateException("why"));
        assertThat(lines()).containsExactly("INFO one of two", "WARN braces {} stay");
        assertThat(said.list.get(1).getThrowableProxy().getMessage()).isEqualTo("why");
    }

    @Test
    void messagesOfResourceBundlesAreLookedUp() {
        LogRecord record = new LogRecord(Level.INFO, "key");
        record.setLoggerName(NAME);
        record.setResourceBundle(
                new ListResourceBundle() {
                    @Override
                    protected Object[][] getContents() {
                        return new Object[][] {{"key", "the text"}};
                    }
                });
        shop.log(record);
        assertThat(lines()).containsExactly("INFO the text");
    }

    @Test
    void theApplicationStandsInFront() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader caller = thread.getContextClassLoader();
        try (WebappClassLoader loader = new WebappClassLoader(null, List.of(), null)) {
            loader.application("/shop");
            thread.setContextClassLoader(loader);
            shop.info("sold");
        } finally {
            thread.setContextClassLoader(caller);
        }
        shop.info("closed");
        assertThat(lines()).containsExactly("INFO [/shop] sold", "INFO closed");
    }

    private interface Saying {
        void say();
    }

    private static void as(WebappClassLoader loader, Saying saying) {
        Thread thread = Thread.currentThread();
        ClassLoader caller = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            saying.say();
        } finally {
            thread.setContextClassLoader(caller);
        }
    }

    private WebappClassLoader application(String name, String... levels) throws IOException {
        Path docBase = directory.resolve(name.substring(1));
        Path classes = Files.createDirectories(docBase.resolve("WEB-INF/classes"));
        Files.write(classes.resolve("logging.properties"), List.of(levels));
        WebappClassLoader loader = new WebappClassLoader(docBase, List.of(), null);
        loader.application(name);
        loader.levels(LevelFile.read(docBase, name));
        return loader;
    }

    /** Two applications with the same library, whose loggers are one in java.util.logging. */
    @Test
    void anApplicationHasLevelsOfItsOwnUntilItEnds() throws Exception {
        shop.setLevel(null);
        target.setLevel(null);
        all.setLevel(ch.qos.logback.classic.Level.INFO);
        Logger cart = Logger.getLogger(NAME + ".cart");
        Saying three =
                () -> {
                    cart.fine("fine");
                    cart.info("info");
                    cart.warning("warning");
                };
        try (WebappClassLoader chatty = application("/chatty", NAME + ".level=FINE");
                WebappClassLoader quiet = application("/quiet", ".level = WARNING")) {
            as(chatty, three);
            as(quiet, three);
            three.say();
            assertThat(lines())
                    .containsExactly(
                            "DEBUG [/chatty] fine",
                            "INFO [/chatty] info",
                            "WARN [/chatty] warning",
                            "WARN [/quiet] warning",
                            "INFO info",
                            "WARN warning");
            said.list.clear();

            // What the operator says of the same logger, or of a nearer one, counts.
            target.setLevel(ch.qos.logback.classic.Level.ERROR);
            as(chatty, three);
            assertThat(lines()).isEmpty();
        }
        assertThat(shop.getLevel()).isNull();
        assertThat(Logger.getLogger("").getLevel()).isEqualTo(Level.INFO);
    }

    @Test
    void whatIsNoLevelInTheFileIsNamedOnce() throws Exception {
        ch.qos.logback.classic.Logger file =
                (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(LevelFile.class);
        file.addAppender(said);
        try (WebappClassLoader loader =
                application(
                        "/shop",
                        "handlers = java.util.logging.ConsoleHandler",
                        "java.util.logging.ConsoleHandler.level = FINE",
                        "org.example.level = LOUD",
                        "org.example.shop.level = FINE")) {
            assertThat(loader.levels().nearest("org.example.shop.Cart")).isEqualTo(NAME);
            assertThat(loader.levels().nearest("org.example")).isNull();
        } finally {
            file.detachAppender(said);
        }
        assertThat(lines())
                .singleElement()
                .asString()
                .startsWith("WARN SRV-0785 [/shop] WEB-INF/classes/logging.properties")
                .contains(
                        "no effect of handlers, java.util.logging.ConsoleHandler.level,"
                                + " org.example.level=LOUD;");
    }

    @Test
    void noLineOfAMessageLooksLikeAMessageOfItsOwn() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader caller = thread.getContextClassLoader();
        try (WebappClassLoader loader = new WebappClassLoader(null, List.of(), null)) {
            loader.application("/shop");
            thread.setContextClassLoader(loader);
            shop.info("one\n2026-11-24 ERROR two\r\n\tthree\rfour\u2028\u001b[2J");
        } finally {
            thread.setContextClassLoader(caller);
        }
        shop.info("a\nb\n");
        assertThat(lines())
                .containsExactly(
                        "INFO [/shop] one\n    [/shop] 2026-11-24 ERROR two"
                                + "\n    [/shop]     three\n    [/shop] four\\u2028\\u001b[2J",
                        "INFO a\n    b");
    }

    @Test
    void theNameOfALoggerDoesNotEndTheLine() {
        LogRecord record = new LogRecord(Level.INFO, "said");
        record.setLoggerName(NAME + ".a\n2026-11-24 ERROR b");
        root.getHandlers()[0].publish(record);
        assertThat(said.list)
                .singleElement()
                .extracting(ILoggingEvent::getLoggerName)
                .isEqualTo(NAME + ".a\\u000a2026-11-24 ERROR b");
    }

    @Test
    void aResetDoesNotTakeItAwayFromTheOthers() {
        LogManager.getLogManager().reset();
        shop.info("goes on");
        assertThat(lines()).containsExactly("INFO goes on");
    }

    @Test
    void whoeverRemovesItHasRemovedIt() {
        Arrays.stream(root.getHandlers()).forEach(root::removeHandler);
        shop.info("nobody hears");
        assertThat(lines()).isEmpty();
    }

    @Test
    void theConsoleOfTheJdkIsReplacedAndNobodyElse() {
        assertThat(root.getHandlers()).hasOnlyElementsOfType(JulBridge.class).hasSize(1);
    }

    @Test
    void whereSomebodyHasConfiguredItNothingIsDone() {
        restore();
        System.setProperty("java.util.logging.config.file", "own.properties");
        try {
            JulBridge.install();
            assertThat(root.getHandlers()).isEqualTo(before);
        } finally {
            System.clearProperty("java.util.logging.config.file");
        }
    }

    @Test
    void aParameterThatThrowsHarmsNobody() {
        java.util.logging.Handler bridge = root.getHandlers()[0];
        bridge.setErrorManager(
                new java.util.logging.ErrorManager() {
                    @Override
                    public synchronized void error(String message, Exception cause, int code) {
                        // Quiet.
                    }
                });
        Object bad =
                new Object() {
                    @Override
                    public String toString() {
                        throw new IllegalStateException();
                    }
                };
        shop.log(Level.INFO, "{0}", bad);
        shop.info("next");
        assertThat(lines()).contains("INFO next");
    }

    /** Says something with an exception of its own; loaded by a loader of its own. */
    public static final class Speaker extends RuntimeException implements Runnable {
        private static final long serialVersionUID = 1L;

        @Override
        public void run() {
            Logger.getLogger(NAME + ".speaker").log(Level.SEVERE, "gone {0}", new Object[] {this});
            Logger.getLogger(NAME).log(Level.SEVERE, "failed", this);
        }
    }

    /** As an application's, of which it is the own class. */
    private static final class Own extends ClassLoader {
        Runnable speaker() throws Exception {
            String name = Speaker.class.getName();
            byte[] bytes;
            try (var in = Speaker.class.getResourceAsStream("JulBridgeTest$Speaker.class")) {
                bytes = in.readAllBytes();
            }
            Class<?> type = defineClass(name, bytes, 0, bytes.length);
            return (Runnable) type.getDeclaredConstructor().newInstance();
        }
    }

    private static WeakReference<ClassLoader> spoken() throws Exception {
        Runnable speaker = new Own().speaker();
        speaker.run();
        return new WeakReference<>(speaker.getClass().getClassLoader());
    }

    @Test
    void whoeverHasSpokenCanBeForgotten() throws Exception {
        WeakReference<ClassLoader> loader = spoken();
        assertThat(said.list).hasSize(2);
        said.list.clear(); // the test's appender keeps events, files do not
        for (int i = 0; i < 100 && loader.get() != null; i++) {
            System.gc();
        }
        assertThat(loader.get()).isNull();
    }
}
