package dev.serval.webapp;

import java.beans.Introspector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.ref.Reference;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears JDK caches about the classes of an application. The JDK holds these by soft references,
 * until memory is short, which the class loaders of many deployments can cause. Stateless.
 */
public final class JdkCaches {
    private static final Logger LOG = LoggerFactory.getLogger(JdkCaches.class);

    private JdkCaches() {}

    /**
     * Releases classes whose serialized form the JDK has dropped. The JDK holds such a form by a
     * soft reference. When the collector clears the reference of a class in use, the JDK keeps it
     * in a queue, with the class and so its loader, until the next object is written or read: that
     * of a class in the last sessions that passed to a new application, for example.
     */
    public static void emptyQueues() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(Integer.valueOf(0));
            }
            byte[] written = bytes.toByteArray();
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written))) {
                in.readObject();
            }
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            // A filter of the process may refuse it. Most of it is done by then.
            LOG.debug("an object could not be written and read", e);
        }
    }

    /**
     * @param beans whether the application has asked for the properties of beans
     */
    static void forget(LoadedBy its, boolean beans) {
        if (beans) {
            Introspector.flushCaches();
        }
        // For the first JDKs 17 and 18; later ones keep them with the class.
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
