package dev.serval.webapp.logging;

import dev.serval.lifecycle.ContextClassLoader;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the Logback or Log4j that an application has brought, as their listeners do if they are in
 * use: their threads, files and shutdown hooks would outlive it. Stateless.
 */
public final class BroughtLogging {
    private static final Logger LOG = LoggerFactory.getLogger(BroughtLogging.class);
    private static final String LOGBACK = "ch.qos.logback.classic.LoggerContext";
    private static final String LOG4J = "org.apache.logging.log4j.core.LoggerContext";

    private BroughtLogging() {}

    /**
     * Called before the application's class loader is closed; never throws.
     *
     * @param owns whether a class is loaded, and the application's own
     * @param application its path, for the log
     */
    public static void end(ClassLoader its, Predicate<String> owns, String application) {
        boolean logback = owns.test(LOGBACK);
        boolean log4j = owns.test(LOG4J);
        if (!logback && !log4j) {
            return;
        }
        ClassLoader before = ContextClassLoader.enter(its);
        try {
            if (logback) {
                Object context = call(its, "org.slf4j.LoggerFactory", "getILoggerFactory");
                if (context.getClass().getName().equals(LOGBACK)) {
                    context.getClass().getMethod("stop").invoke(context);
                }
            }
            if (log4j) {
                call(its, "org.apache.logging.log4j.LogManager", "shutdown");
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.debug("The logging system of [{}] could not be ended", application, e);
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    private static Object call(ClassLoader its, String type, String method)
            throws ReflectiveOperationException {
        return Class.forName(type, true, its).getMethod(method).invoke(null);
    }
}
