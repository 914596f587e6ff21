package dev.serval.websocket.container;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** The containers of the running applications. Thread-safe. */
public final class Containers {
    private static final Map<ClassLoader, LazyContainer> BY_LOADER = new ConcurrentHashMap<>();
    // Of stopped applications, whose threads may go on for a while.
    private static final Set<ClassLoader> STOPPED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private Containers() {}

    /**
     * For threads of no running application; made by the first of them. The classes of containers
     * are loaded with this one, not at the start of an application.
     */
    private static final class Common {
        static final ClientContainer OUTSIDE = new ClientContainer(null, null);
        static final ClientContainer CLOSED = new ClientContainer(null, null);

        static {
            CLOSED.close();
        }

        static ClientContainer of(LazyContainer known) {
            return known.value();
        }
    }

    /**
     * The container for the class loader of the thread, otherwise the common one; for a stopped
     * application one that does not connect.
     */
    public static ClientContainer current() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            LazyContainer known = BY_LOADER.get(each);
            if (known != null) {
                return Common.of(known);
            }
            if (STOPPED.contains(each)) {
                return Common.CLOSED;
            }
        }
        return Common.OUTSIDE;
    }

    static void add(ClassLoader loader, LazyContainer container) {
        STOPPED.remove(loader);
        BY_LOADER.put(loader, container);
    }

    static void remove(ClassLoader loader, LazyContainer container) {
        // Before it is removed, so that its threads never get the common container.
        if (isItsOwn(loader)) {
            STOPPED.add(loader);
        }
        BY_LOADER.remove(loader, container);
    }

    /** Whether the loader is that of one application; an embedded one may share that of all. */
    private static boolean isItsOwn(ClassLoader loader) {
        ClassLoader each = Containers.class.getClassLoader();
        while (each != null && each != loader) {
            each = each.getParent();
        }
        return each == null;
    }
}
