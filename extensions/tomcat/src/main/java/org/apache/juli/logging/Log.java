package org.apache.juli.logging;

/**
 * Takes messages of one name; obtained from {@link LogFactory}. Thread-safe. Messages are objects
 * whose text is their {@code toString}; fatal ones are logged as errors.
 */
public interface Log {
    boolean isDebugEnabled();

    boolean isErrorEnabled();

    boolean isFatalEnabled();

    boolean isInfoEnabled();

    boolean isTraceEnabled();

    boolean isWarnEnabled();

    void trace(Object message);

    void trace(Object message, Throwable thrown);

    void debug(Object message);

    void debug(Object message, Throwable thrown);

    void info(Object message);

    void info(Object message, Throwable thrown);

    void warn(Object message);

    void warn(Object message, Throwable thrown);

    void error(Object message);

    void error(Object message, Throwable thrown);

    void fatal(Object message);

    void fatal(Object message, Throwable thrown);
}
