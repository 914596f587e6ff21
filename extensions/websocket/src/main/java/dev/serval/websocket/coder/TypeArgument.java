package dev.serval.websocket.coder;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;

/** What a class says of the parameter of a generic interface. Stateless. */
public final class TypeArgument {
    private TypeArgument() {}

    /**
     * The class for which it implements the interface; null where that is not said, as of a lambda.
     *
     * @param generic with one parameter
     */
    public static Class<?> of(Class<?> type, Class<?> generic) {
        Type found = find(type, generic, Map.of());
        return found == null ? null : raw(found);
    }

    private static Type find(Type at, Class<?> generic, Map<TypeVariable<?>, Type> known) {
        Class<?> type;
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        if (at instanceof ParameterizedType given) {
            type = (Class<?>) given.getRawType();
            Type[] arguments = given.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                bound.put(
                        type.getTypeParameters()[i],
                        known.getOrDefault(arguments[i], arguments[i]));
            }
        } else if (at instanceof Class<?> plain) {
            type = plain;
        } else {
            return null;
        }
        if (type == generic) {
            return bound.get(generic.getTypeParameters()[0]);
        }
        for (Type each : type.getGenericInterfaces()) {
            Type found = find(each, generic, bound);
            if (found != null) {
                return found;
            }
        }
        Type above = type.getGenericSuperclass();
        return above == null ? null : find(above, generic, bound);
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType given) {
            return (Class<?>) given.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            Class<?> element = raw(array.getGenericComponentType());
            return element == null ? null : element.arrayType();
        }
        return null;
    }
}
