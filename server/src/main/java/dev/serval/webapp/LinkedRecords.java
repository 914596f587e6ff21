package dev.serval.webapp;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * Makes the JDK drop its reference to the last linked record of an application. Stateless.
 *
 * <p>Before JDK 19 the handles that all records share for equals, hashCode and toString remember
 * the types to which they were last adapted (JDK-8078641). A record of the server in their place
 * holds nothing.
 */
final class LinkedRecords {
    private record Ours(String text) {}

    private LinkedRecords() {}

    static void forget() {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            MethodHandle text = lookup.findGetter(Ours.class, "text", String.class);
            link(lookup, text, "equals", boolean.class, Ours.class, Object.class);
            link(lookup, text, "hashCode", int.class, Ours.class);
            link(lookup, text, "toString", String.class, Ours.class);
        } catch (Throwable e) {
            throw new IllegalStateException("a record cannot be linked", e);
        }
    }

    private static void link(
            MethodHandles.Lookup lookup,
            MethodHandle text,
            String method,
            Class<?> result,
            Class<?>... arguments)
            throws Throwable {
        MethodType type = MethodType.methodType(result, arguments);
        ObjectMethods.bootstrap(lookup, method, type, Ours.class, "text", text);
    }
}
