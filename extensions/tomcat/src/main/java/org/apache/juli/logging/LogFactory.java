package org.apache.juli.logging;

import org.slf4j.LoggerFactory;

/** Gives applications their {@link Log}. Thread-safe, without state. */
public final class LogFactory {
    private static final LogFactory ONE = new LogFactory();

    private LogFactory() {}

    /** The log with the name of the class. */
    public static Log getLog(Class<?> type) {
        return getLog(type.getName());
    }

    /** The log of that name. */
    public static Log getLog(String name) {
        return new ServerLog(LoggerFactory.getLogger(name));
    }

    /** The only factory. */
    public static LogFactory getFactory() {
        return ONE;
    }

    /** The same as {@link #getLog(Class)}. */
    public Log getInstance(Class<?> type) {
        return getLog(type);
    }

    /** The same as {@link #getLog(String)}. */
    public Log getInstance(String name) {
        return getLog(name);
    }

    /** Does nothing: nothing is kept for a class loader. */
    public static void release(ClassLoader loader) {
        // Loggers belong to the server and refer to no class of an application.
    }
}
