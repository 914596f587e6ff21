package dev.serval.tls;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The warnings of one class while this is open. */
final class Logged implements AutoCloseable {
    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    Logged(Class<?> type) {
        logger = (Logger) LoggerFactory.getLogger(type);
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.addAppender(appender);
    }

    /** Level and message. */
    List<String> lines() {
        return appender.list.stream()
                .filter(event -> event.getLevel().levelInt >= ch.qos.logback.classic.Level.WARN_INT)
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
