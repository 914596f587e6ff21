package dev.serval.servlet.request;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The attributes of a request, as they were set and without their listeners. Used by one thread at
 * a time. Many requests have none, or one that a valve has set: they do without a map.
 */
public final class RequestAttributes {
    // The only one; null if there is none, or more.
    private String name;
    private Object value;
    // Null as long as there was no second one.
    private Map<String, Object> all;

    RequestAttributes() {}

    /** Null if there is none of that name. */
    public Object get(String wanted) {
        return all == null ? only(wanted) : all.get(wanted);
    }

    private Object only(String wanted) {
        return name != null && name.equals(wanted) ? value : null;
    }

    /** Returns the former value; null if there was none. */
    public Object put(String added, Object given) {
        if (all == null && name != null && !name.equals(added)) {
            all = new LinkedHashMap<>(8);
            all.put(name, value);
            name = null;
            value = null;
        }
        if (all != null) {
            return all.put(added, given);
        }
        Object before = value;
        name = added;
        value = given;
        return before;
    }

    public void putAll(Map<String, Object> given) {
        given.forEach(this::put);
    }

    /** Returns the former value; null if there was none. */
    public Object remove(String unwanted) {
        if (all != null) {
            return all.remove(unwanted);
        }
        Object before = only(unwanted);
        if (before != null) {
            name = null;
            value = null;
        }
        return before;
    }

    /** In the order in which they were set first. */
    public Set<String> names() {
        return map().keySet();
    }

    /** All of them; not to be changed. */
    public Map<String, Object> map() {
        if (all != null) {
            return all;
        }
        return name == null ? Map.of() : Map.of(name, value);
    }
}
