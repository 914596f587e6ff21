package dev.serval.webapp;

import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Map;

/**
 * Whether an object belongs to an application: by its class loader or a child of it, such as that
 * of a script engine. Immutable.
 *
 * @param application its loader
 */
record LoadedBy(ClassLoader application) {
    private static final int MOST = 100;

    /**
     * Whether an object is the loader itself, a class of it, or an object of such a class. False
     * for null.
     */
    boolean holds(Object any) {
        if (any instanceof ClassLoader loader) {
            return isOrHas(loader);
        }
        return any != null
                && isOrHas((any instanceof Class<?> c ? c : any.getClass()).getClassLoader());
    }

    /** The same, also by an element of a collection or an array. */
    boolean holdsAny(Object any) {
        if (holds(any)) {
            return true;
        }
        Object each = any instanceof Map<?, ?> map ? map.entrySet() : any;
        try {
            if (each instanceof Object[] array) {
                return Arrays.stream(array).limit(MOST).anyMatch(this::holds);
            }
            return each instanceof Collection<?> all
                    // Only those of the JDK: others are code of applications or libraries.
                    && all.getClass().getClassLoader() == null
                    && all.stream().limit(MOST).anyMatch(this::holdsEntry);
        } catch (ConcurrentModificationException | NullPointerException e) {
            return false; // another thread is changing it
        }
    }

    private boolean holdsEntry(Object any) {
        return any instanceof Map.Entry<?, ?> entry
                ? holds(entry.getKey()) || holds(entry.getValue())
                : holds(any);
    }

    private boolean isOrHas(ClassLoader loader) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each == application) {
                return true;
            }
        }
        return false;
    }
}
