package dev.serval.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fields of a response, in the order in which they were added. Owned by the exchange. A value
 * with CR, LF, NUL or another control character is refused with an IllegalArgumentException (RFC
 * 9110 §5.5), as {@link FieldName} refuses what is not a token: nothing a program puts here can
 * split a response.
 *
 * <p>Used by one thread at a time, without a lock, until {@link #share}.
 */
public final class Fields {
    private final List<FieldName> names = new ArrayList<>(8);
    private final List<String> values = new ArrayList<>(8);
    private boolean shared;

    /**
     * From now on several threads may use these fields: each change is atomic, and none falls into
     * the middle of a head that is sent. After startAsync an application may send the response
     * while a filter of its first call still sets a field. Called before another thread knows these
     * fields.
     */
    public void share() {
        shared = true;
    }

    boolean isShared() {
        return shared;
    }

    /** Replaces all values of that name. */
    public void set(FieldName name, String value) {
        checkValue(name, value);
        if (!shared) {
            replace(name, value);
            return;
        }
        synchronized (this) {
            replace(name, value);
        }
    }

    private void replace(FieldName name, String value) {
        int first = indexOf(name, 0);
        if (first < 0) {
            append(name, value);
            return;
        }
        values.set(first, value);
        for (int i = names.size() - 1; i > first; i--) {
            if (names.get(i).equals(name)) {
                names.remove(i);
                values.remove(i);
            }
        }
    }

    /** Adds a value after those that are there. */
    public void add(FieldName name, String value) {
        checkValue(name, value);
        if (!shared) {
            append(name, value);
            return;
        }
        synchronized (this) {
            append(name, value);
        }
    }

    public void remove(FieldName name) {
        if (!shared) {
            drop(name);
            return;
        }
        synchronized (this) {
            drop(name);
        }
    }

    private void drop(FieldName name) {
        for (int i = names.size() - 1; i >= 0; i--) {
            if (names.get(i).equals(name)) {
                names.remove(i);
                values.remove(i);
            }
        }
    }

    public void clear() {
        if (!shared) {
            dropAll();
            return;
        }
        synchronized (this) {
            dropAll();
        }
    }

    private void dropAll() {
        names.clear();
        values.clear();
    }

    /** The first value of that name; null if there is none. */
    public String get(FieldName name) {
        if (!shared) {
            return first(name);
        }
        synchronized (this) {
            return first(name);
        }
    }

    private String first(FieldName name) {
        int index = indexOf(name, 0);
        return index < 0 ? null : values.get(index);
    }

    public boolean has(FieldName name) {
        return get(name) != null;
    }

    /** All values of that name in their order. */
    public synchronized List<String> all(FieldName name) {
        List<String> found = new ArrayList<>(2);
        for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i + 1)) {
            found.add(values.get(i));
        }
        return found;
    }

    /** The names, each once, as they were first spelt. */
    public synchronized Set<String> names() {
        Set<FieldName> seen = new LinkedHashSet<>(names);
        Set<String> texts = new LinkedHashSet<>();
        for (FieldName name : seen) {
            texts.add(name.text());
        }
        return texts;
    }

    public int size() {
        return names.size();
    }

    /** Name of the field at that index, from 0. */
    public FieldName name(int index) {
        return names.get(index);
    }

    /** Value of the field at that index, from 0. */
    public String value(int index) {
        return values.get(index);
    }

    private int indexOf(FieldName name, int from) {
        for (int i = from; i < names.size(); i++) {
            FieldName candidate = names.get(i);
            if (candidate == name || candidate.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private void append(FieldName name, String value) {
        names.add(name);
        values.add(value);
    }

    private static void checkValue(FieldName name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 127) {
                throw new IllegalArgumentException(
                        "RFC 9110 §5.5: the value of "
                                + name.text()
                                + " has a control character at index "
                                + i);
            }
        }
    }
}
