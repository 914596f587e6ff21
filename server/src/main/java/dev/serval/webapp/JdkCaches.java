package dev.serval.webapp;

import java.beans.Introspector;
import java.lang.ref.Reference;
import java.util.Map;

/**
 * Clears JDK caches about the classes of an application. The JDK holds these by soft references,
 * until memory is short, which the class loaders of many deployments can cause. Stateless.
 */
final class JdkCaches {
    private JdkCaches() {}

    /**
     * @param beans whether the application has asked for the properties of beans
     */
    static void forget(LoadedBy its, boolean beans) {
        if (beans) {
            Introspector.flushCaches();
        }
        // The first JDKs 17 and 18; later ones keep them with the class.
        for (String cache : new String[] {"localDescs", "reflectors"}) {
            if (Inside.get("java.io.ObjectStreamClass$Caches", cache) instanceof Map<?, ?> map) {
                forget(its, map);
            }
        }
    }

    /** Drops the entries whose keys refer to something of the application. */
    static void forget(LoadedBy its, Map<?, ?> known) {
        known.keySet().removeIf(key -> key instanceof Reference<?> r && its.holds(r.get()));
    }
}
