package dev.serval.websocket.coder;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;

/** Resolves the type variables of a class's superclasses and interfaces. Stateless. */
public final class TypeArgument {
    private TypeArgument() {}

    /**
     * The class for which it implements the interface; null if it is not declared, as for a lambda.
     *
     * @param generic with one parameter
     */
    public static Class<?> of(Class<?> type, Class<?> generic) {
        return generic.isAssignableFrom(type)
                ? raw(generic.getTypeParameters()[0], arguments(type))
                : null;
    }

    /**
     * The type within a class: its arguments, or else the bounds, replace the variables.
     *
     * @param declared in the class or a superclass
     */
    public static Class<?> in(Class<?> type, Type declared) {
        if (declared instanceof Class<?> plain) {
            return plain;
        }
        Class<?> found = raw(declared, arguments(type));
        return found == null ? Object.class : found;
    }

    private static Map<TypeVariable<?>, Type> arguments(Class<?> type) {
        Map<TypeVariable<?>, Type> arguments = new HashMap<>();
        collect(type, arguments);
        return arguments;
    }

    private static void collect(Type at, Map<TypeVariable<?>, Type> arguments) {
        if (at == null) {
            return;
        }
        Class<?> type;
        if (at instanceof ParameterizedType given) {
            type = (Class<?>) given.getRawType();
            for (int i = 0; i < type.getTypeParameters().length; i++) {
                arguments.put(type.getTypeParameters()[i], given.getActualTypeArguments()[i]);
            }
        } else {
            type = (Class<?>) at;
        }
        for (Type each : type.getGenericInterfaces()) {
            collect(each, arguments);
        }
        collect(type.getGenericSuperclass(), arguments);
    }

    /** Null for an unknown variable. */
    private static Class<?> raw(Type type, Map<TypeVariable<?>, Type> arguments) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType given) {
            return (Class<?>) given.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            Class<?> element = raw(array.getGenericComponentType(), arguments);
            return (element == null ? Object.class : element).arrayType();
        }
        if (type instanceof TypeVariable<?> variable) {
            Type said = arguments.get(variable);
            Type bound = variable.getBounds()[0];
            return said != null
                    ? raw(said, arguments)
                    : bound == Object.class ? null : raw(bound, arguments);
        }
        return null;
    }
}
