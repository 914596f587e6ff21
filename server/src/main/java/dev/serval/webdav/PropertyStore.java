package dev.serval.webdav;

import dev.serval.files.SafePath;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The properties that clients have set on files and directories (dead ones, RFC 4918 §4.1), in
 * memory: they end with the application. Thread-safe. Bounded in characters.
 */
final class PropertyStore {
    /** Characters of all names and values together. */
    static final long MOST = 4L << 20;

    private static final int OVERHEAD = 100;

    private final long most;
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, Map<PropertyName, String>> properties = new HashMap<>(); // guarded
    private long size; // guarded

    PropertyStore() {
        this(MOST);
    }

    PropertyStore(long most) {
        this.most = most;
    }

    /** The properties of a path with their XML, in the order in which they were set. */
    Map<PropertyName, String> of(String path) {
        guard.lock();
        try {
            Map<PropertyName, String> known = properties.get(path);
            return known == null ? Map.of() : new LinkedHashMap<>(known);
        } finally {
            guard.unlock();
        }
    }

    /** Replaces the properties of a path; false if there is no room. */
    boolean set(String path, Map<PropertyName, String> all) {
        guard.lock();
        try {
            long larger = size - weight(path, properties.get(path)) + weight(path, all);
            if (larger > most && larger > size) {
                return false;
            }
            size = larger;
            if (all.isEmpty()) {
                properties.remove(path);
            } else {
                properties.put(path, new LinkedHashMap<>(all));
            }
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** Changes the properties of a path; false if there is no room, and nothing has changed. */
    boolean update(String path, Consumer<Map<PropertyName, String>> change) {
        guard.lock();
        try {
            Map<PropertyName, String> all = new LinkedHashMap<>(of(path));
            change.accept(all);
            return set(path, all);
        } finally {
            guard.unlock();
        }
    }

    /**
     * Copies the properties of a file or directory without its members; without room nothing is
     * copied.
     */
    void copy(String from, String to) {
        set(to, of(from));
    }

    /** Moves the properties of a file or directory and of its members to another path. */
    void move(String from, String to) {
        guard.lock();
        try {
            removeTree(to);
            for (String path : properties.keySet().toArray(String[]::new)) {
                if (SafePath.isAtOrBelow(path, from)) {
                    Map<PropertyName, String> moved = properties.get(path);
                    set(path, Map.of());
                    set(to + path.substring(from.length()), moved);
                }
            }
        } finally {
            guard.unlock();
        }
    }

    /** Removes the properties at that path and below it. */
    void removeTree(String path) {
        guard.lock();
        try {
            for (String name : properties.keySet().toArray(String[]::new)) {
                if (SafePath.isAtOrBelow(name, path)) {
                    set(name, Map.of());
                }
            }
        } finally {
            guard.unlock();
        }
    }

    /** Characters in use. */
    long size() {
        guard.lock();
        try {
            return size;
        } finally {
            guard.unlock();
        }
    }

    private static long weight(String path, Map<PropertyName, String> all) {
        if (all == null || all.isEmpty()) {
            return 0;
        }
        long weight = OVERHEAD + path.length();
        for (Map.Entry<PropertyName, String> one : all.entrySet()) {
            PropertyName name = one.getKey();
            weight += OVERHEAD + name.namespace().length() + name.local().length();
            weight += one.getValue().length();
        }
        return weight;
    }
}
