package dev.serval.startup;

import ch.qos.logback.core.joran.event.StartEvent;
import ch.qos.logback.core.joran.util.StringToObjectConverter;
import ch.qos.logback.core.spi.ContextAware;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;

/**
 * Finds values that components of Logback do not accept, such as a {@code maxFileSize} of 50XB: a
 * component with such a value is not created, or ignores it. Used once, by one thread.
 */
final class LogbackValues {
    private final ContextAware context;
    private final BiConsumer<StartEvent, String> mistake;
    private final Deque<Part> open = new ArrayDeque<>();
    private String text = "";

    /**
     * An element that has begun.
     *
     * @param type of the component that the element defines; null if it is not known
     */
    private record Part(StartEvent start, Class<?> type) {}

    /**
     * @param context for Logback's own messages about values
     * @param mistake receives wrong values, with their elements
     */
    LogbackValues(ContextAware context, BiConsumer<StartEvent, String> mistake) {
        this.context = context;
        this.mistake = mistake;
    }

    void begin(StartEvent start, Class<?> type) {
        open.push(new Part(start, type));
        text = "";
    }

    void body(String content) {
        text = content.strip();
    }

    void end() {
        Part part = open.pop();
        Class<?> owner = open.isEmpty() ? null : open.peek().type();
        // Variables may stand for anything.
        if (owner != null && part.type() == null && !text.isEmpty() && !text.contains("${")) {
            check(part.start(), owner);
        }
        text = "";
    }

    private void check(StartEvent property, Class<?> owner) {
        String name = property.getLocalName();
        Class<?> wanted = type(owner, name);
        if (wanted != null && !isTaken(wanted)) {
            mistake.accept(
                    property,
                    name
                            + " of "
                            + owner.getSimpleName()
                            + " is \""
                            + text
                            + "\", which is no "
                            + wanted.getSimpleName());
        }
    }

    /** The type of a property; null if its values are not written as text. */
    private static Class<?> type(Class<?> owner, String property) {
        String setter = "set" + Character.toUpperCase(property.charAt(0)) + property.substring(1);
        try {
            for (Method method : owner.getMethods()) {
                Class<?>[] types = method.getParameterTypes();
                if (method.getName().equals(setter)
                        && types.length == 1
                        && StringToObjectConverter.canBeBuiltFromSimpleString(types[0])) {
                    return types[0];
                }
            }
        } catch (LinkageError e) {
            // A class that it needs is missing: Logback will report that.
        }
        return null;
    }

    private boolean isTaken(Class<?> type) {
        try {
            return StringToObjectConverter.convertArg(context, text, type) != null;
        } catch (RuntimeException e) {
            return false; // a number, for example
        }
    }
}
