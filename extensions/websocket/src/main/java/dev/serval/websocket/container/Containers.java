package dev.serval.websocket.container;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The containers of the applications that run. Thread-safe. */
public final class Containers {
    private static final Map<ClassLoader, ClientContainer> BY_LOADER = new ConcurrentHashMap<>();
    private static final ClientContainer OUTSIDE = new ClientContainer(null);

    private Containers() {}

    /** That of the application whose class loader the thread works with, else one for all. */
    public static ClientContainer current() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            ClientContainer known = BY_LOADER.get(each);
            if (known != null) {
                return known;
            }
        }
        return OUTSIDE;
    }

    static void add(ClassLoader loader, ClientContainer container) {
        BY_LOADER.put(loader, container);
    }

    static void remove(ClassLoader loader, ClientContainer container) {
        BY_LOADER.remove(loader, container);
    }
}
