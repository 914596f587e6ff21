package dev.serval;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what is logged, and may be read while threads of the server go on logging. */
public final class LoggedEvents extends ListAppender<ILoggingEvent> {
    /** Has started. */
    public LoggedEvents() {
        list = new CopyOnWriteArrayList<>();
        start();
    }
}
