package dev.serval.session.saved;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is told of the store of an application while this is open. */
final class StoreLog implements AutoCloseable {
    private final LoggedEvents log = new LoggedEvents();
    private final Logger logger = (Logger) LoggerFactory.getLogger(StoreFailures.class);
    private final String application;

    StoreLog(String application) {
        this.application = application;
        logger.addAppender(log);
    }

    List<String> lines() {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("[" + application + "]"))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(log);
    }
}
