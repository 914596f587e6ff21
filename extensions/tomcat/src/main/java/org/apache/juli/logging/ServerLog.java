package org.apache.juli.logging;

import org.slf4j.Logger;

/** A {@link Log} that writes into the server's log. Thread-safe. */
final class ServerLog implements Log {
    private final Logger logger;

    ServerLog(Logger logger) {
        this.logger = logger;
    }

    @Override
    public boolean isDebugEnabled() {
        return logger.isDebugEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return logger.isErrorEnabled();
    }

    @Override
    public boolean isFatalEnabled() {
        return logger.isErrorEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return logger.isInfoEnabled();
    }

    @Override
    public boolean isTraceEnabled() {
        return logger.isTraceEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return logger.isWarnEnabled();
    }

    @Override
    public void trace(Object message) {
        logger.trace("{}", message);
    }

    @Override
    public void trace(Object message, Throwable thrown) {
        logger.trace("{}", message, thrown);
    }

    @Override
    public void debug(Object message) {
        logger.debug("{}", message);
    }

    @Override
    public void debug(Object message, Throwable thrown) {
        logger.debug("{}", message, thrown);
    }

    @Override
    public void info(Object message) {
        logger.info("{}", message);
    }

    @Override
    public void info(Object message, Throwable thrown) {
        logger.info("{}", message, thrown);
    }

    @Override
    public void warn(Object message) {
        logger.warn("{}", message);
    }

    @Override
    public void warn(Object message, Throwable thrown) {
        logger.warn("{}", message, thrown);
    }

    @Override
    public void error(Object message) {
        logger.error("{}", message);
    }

    @Override
    public void error(Object message, Throwable thrown) {
        logger.error("{}", message, thrown);
    }

    @Override
    public void fatal(Object message) {
        logger.error("{}", message);
    }

    @Override
    public void fatal(Object message, Throwable thrown) {
        logger.error("{}", message, thrown);
    }
}
