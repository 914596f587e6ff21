package dev.serval.webapp;

import java.lang.reflect.Field;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fields of the JDK's classes, by which references to an application are found; null if this JDK
 * has no such field or does not open it. {@code bin/serval.sh} has java.lang and java.io opened.
 * Stateless.
 */
final class Inside {
    private static final Logger LOG = LoggerFactory.getLogger(Inside.class);

    private Inside() {}

    /** The value of a field, declared by that class. */
    static Object get(Class<?> type, String field, Object of) {
        try {
            Field found = type.getDeclaredField(field);
            found.setAccessible(true);
            return found.get(of);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("{}.{} cannot be seen: {}", type.getName(), field, e.toString());
            return null;
        }
    }

    /** The value of a static field of a class that is not accessible. */
    static Object get(String type, String field) {
        try {
            return get(Class.forName(type), field, null);
        } catch (ClassNotFoundException e) {
            LOG.debug("there is no {}", type);
            return null;
        }
    }
}
