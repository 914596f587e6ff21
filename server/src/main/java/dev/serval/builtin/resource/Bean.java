package dev.serval.builtin.resource;

import dev.serval.extension.BeanProperties;
import dev.serval.extension.ResourceElement;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Set;

/** An object whose properties are the attributes of its element. Stateless. */
final class Bean {
    // forceString let names of attributes choose any method; as in Tomcat, it has no effect now.
    private static final Set<String> NO_PROPERTIES =
            Set.of(
                    "name",
                    "type",
                    "factory",
                    "singleton",
                    "closeMethod",
                    "auth",
                    "scope",
                    "forceString");

    private Bean() {}

    /**
     * @throws Exception with a message for the operator, or the exception of the class
     */
    static Object of(ResourceElement element) throws Exception {
        Class<?> type = Types.of(element.type(), "the type", element);
        Object bean;
        try {
            bean = type.getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (NoSuchMethodException | InstantiationException e) {
            throw new IllegalArgumentException(
                    type.getName() + " is no class with a public constructor without parameters",
                    e);
        }
        for (Map.Entry<String, String> each : element.attributes().entrySet()) {
            boolean described =
                    each.getKey().equals("description") && !BeanProperties.has(type, each.getKey());
            if (!NO_PROPERTIES.contains(each.getKey()) && !described) {
                BeanProperties.set(bean, each.getKey(), each.getValue());
            }
        }
        return bean;
    }
}
