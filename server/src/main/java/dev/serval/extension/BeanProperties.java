package dev.serval.extension;

import dev.serval.settings.NearestName;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sets properties of objects from texts, by their public setters. Stateless. */
public final class BeanProperties {
    private BeanProperties() {}

    /** Whether objects of a class have a property that can be set from a text. */
    public static boolean has(Class<?> type, String property) {
        return setters(type).containsKey(property);
    }

    /**
     * @throws Exception with a message for the operator, or the exception of the setter
     */
    public static void set(Object bean, String property, String text) throws Exception {
        Map<String, Method> setters = setters(bean.getClass());
        Method setter = setters.get(property);
        if (setter == null) {
            throw new IllegalArgumentException(
                    bean.getClass().getName()
                            + " has no property "
                            + property
                            + NearestName.hint(property, names(setters)));
        }
        Object value;
        try {
            value = value(setter.getParameterTypes()[0], text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "its attribute "
                            + property
                            + " is no "
                            + setter.getParameterTypes()[0].getSimpleName(),
                    e);
        }
        try {
            setter.invoke(bean, value);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static List<String> names(Map<String, Method> setters) {
        return setters.keySet().stream().filter(n -> !Character.isUpperCase(n.charAt(0))).toList();
    }

    /** The setters that take a text or a value of it, by property; those for texts come first. */
    private static Map<String, Method> setters(Class<?> type) {
        Map<String, Method> setters = new TreeMap<>();
        for (Method method : type.getMethods()) {
            String name = method.getName();
            if (name.startsWith("set") && name.length() > 3 && method.getParameterCount() == 1) {
                Class<?> takes = method.getParameterTypes()[0];
                if (isText(takes)) {
                    String rest = name.substring(3);
                    String property = Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
                    setters.merge(
                            property,
                            method,
                            (one, other) ->
                                    one.getParameterTypes()[0] == String.class ? one : other);
                    setters.put(rest, setters.get(property)); // as for setURL
                }
            }
        }
        return setters;
    }

    private static boolean isText(Class<?> type) {
        return type == String.class
                || type.isEnum()
                || type.isPrimitive()
                || type == Boolean.class
                || type == Character.class
                || Number.class.isAssignableFrom(boxed(type)) && type.getName().startsWith("java.");
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    private static Object value(Class<?> type, String text) {
        Class<?> boxed = boxed(type);
        if (type == String.class) {
            return text;
        }
        if (boxed == Character.class) {
            if (text.length() != 1) {
                throw new IllegalArgumentException(text);
            }
            return text.charAt(0);
        }
        if (boxed == Boolean.class) {
            if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException(text);
            }
            return Boolean.valueOf(text);
        }
        try {
            return type.isEnum()
                    ? type.getMethod("valueOf", String.class).invoke(null, text)
                    : boxed.getConstructor(String.class).newInstance(text);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
