package dev.serval.tests;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.serval.http.RefusalLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the server in this JVM logs at info and above while this is open. Thread-safe. */
final class ServerLog implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.serval");
    private final Level before = logger.getLevel();
    // The suite refuses so much on purpose that it is only told where somebody listens.
    private final Logger refusals = (Logger) LoggerFactory.getLogger(RefusalLog.class);
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
                        lines.add(event.getFormattedMessage());
                    }
                }
            };

    ServerLog() {
        refusals.setLevel(Level.INFO);
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    /** First lines, without stack traces, in their order. */
    List<String> lines() {
        return lines;
    }

    /** Those that tell of a web application by its path. */
    List<String> about(String path) {
        return lines.stream().filter(line -> line.contains("[" + path + "]")).toList();
    }

    @Override
    public void close() {
        refusals.setLevel(null);
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
