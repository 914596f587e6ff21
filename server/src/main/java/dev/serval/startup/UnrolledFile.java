package dev.serval.startup;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicyBase;
import ch.qos.logback.core.rolling.helper.CompressionMode;
import java.io.File;

/** A log file as long as it does not roll. Used by Logback, under its locks. */
final class UnrolledFile implements RollingPolicy {
    private static final class Never extends TriggeringPolicyBase<ILoggingEvent> {
        @Override
        public boolean isTriggeringEvent(File file, ILoggingEvent event) {
            return false;
        }
    }

    private final String name;

    private UnrolledFile(String name) {
        this.name = name;
    }

    /** To be called with the file's name and before the appender is started. */
    static void begin(RollingFileAppender<ILoggingEvent> appender) {
        Never never = new Never();
        never.start();
        appender.setRollingPolicy(new UnrolledFile(appender.rawFileProperty()));
        appender.setTriggeringPolicy(never);
    }

    @Override
    public String getActiveFileName() {
        return name;
    }

    @Override
    public CompressionMode getCompressionMode() {
        return CompressionMode.NONE;
    }

    @Override
    public void rollover() {
        throw new IllegalStateException("nothing has asked for that");
    }

    @Override
    public void setParent(FileAppender<?> parent) {
        // There is nothing to set.
    }

    @Override
    public void start() {
        // There is nothing to start.
    }

    @Override
    public void stop() {
        // There is nothing to stop.
    }

    @Override
    public boolean isStarted() {
        return true;
    }
}
