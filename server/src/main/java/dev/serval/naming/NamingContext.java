package dev.serval.naming;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;

/**
 * Names of applications, for reading (Servlet 6.1 §15.2.2). Immutable, thread-safe. The initial
 * context sees the names of the application that the calling thread runs; a context that was looked
 * up belongs to its application, on every thread.
 */
public final class NamingContext implements Context {
    private static final String SCHEME = "java:";

    private final Supplier<NamingEntries> entries;
    private final String at;

    private NamingContext(Supplier<NamingEntries> entries, String at) {
        this.entries = entries;
        this.at = at;
    }

    /**
     * The initial context: the names of the application that the calling thread runs at each call.
     */
    public static NamingContext ofThread() {
        return new NamingContext(NamingContext::entriesOfThread, "");
    }

    private static NamingEntries entriesOfThread() {
        NamingScope scope = NamingScope.ofThread();
        return scope == null ? null : scope.namingEntries();
    }

    @Override
    public Object lookup(Name name) throws NamingException {
        String key = key(name);
        NamingEntries all = entries(name);
        Object value = all.value(key);
        if (value != null) {
            return value;
        }
        if (all.isContext(key)) {
            // The initial context is not tied to the application of this thread.
            return key.isEmpty() ? this : new NamingContext(() -> all, key);
        }
        throw unknown(all, key, name);
    }

    /** The name without its scheme and without empty parts. */
    private String key(Name name) {
        StringBuilder key = new StringBuilder(at);
        for (int i = 0; i < name.size(); i++) {
            String part = name.get(i);
            if (i == 0 && at.isEmpty() && part.startsWith(SCHEME)) {
                part = part.substring(SCHEME.length());
            }
            if (!part.isEmpty()) {
                key.append(key.isEmpty() ? "" : "/").append(part);
            }
        }
        return key.toString();
    }

    private NamingEntries entries(Name name) throws NamingException {
        NamingEntries all = entries.get();
        if (all == null) {
            throw told(
                    new NameNotFoundException(
                            "the thread "
                                    + Thread.currentThread().getName()
                                    + " runs no application: its context class loader is that of"
                                    + " none"),
                    name);
        }
        return all;
    }

    private static NamingException unknown(NamingEntries all, String key, Name name) {
        return told(new NameNotFoundException(all.absenceOf(key)), name);
    }

    private static NamingException told(NamingException e, Name name) {
        e.setRemainingName(name);
        return e;
    }

    /** Makes nothing. */
    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        List<NameClassPair> found = new ArrayList<>();
        members(name).forEach((in, value) -> found.add(new NameClassPair(in, type(value))));
        return new ListedNames<>(found);
    }

    private static String type(Object value) {
        if (value instanceof NamedObject object) {
            return object.type();
        }
        return value instanceof Context ? Context.class.getName() : value.getClass().getName();
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        List<Binding> found = new ArrayList<>();
        for (Map.Entry<String, Object> each : members(name).entrySet()) {
            Object value = each.getValue();
            found.add(
                    new Binding(
                            each.getKey(),
                            type(value),
                            value instanceof NamedObject object ? object.get() : value));
        }
        return new ListedNames<>(found);
    }

    private SortedMap<String, Object> members(Name name) throws NamingException {
        String key = key(name);
        NamingEntries all = entries(name);
        if (!all.isContext(key)) {
            throw all.hasValue(key)
                    ? told(new NotContextException(SCHEME + key + " is a value"), name)
                    : unknown(all, key, name);
        }
        String prefix = key.isEmpty() ? "" : key + "/";
        SortedMap<String, Object> members = all.in(key);
        members.replaceAll(
                (in, value) -> value == null ? new NamingContext(() -> all, prefix + in) : value);
        return members;
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return lookup(new CompositeName(name));
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        return lookup(name);
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookup(name);
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        return list(new CompositeName(name));
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        return listBindings(new CompositeName(name));
    }

    @Override
    public NameParser getNameParser(Name name) {
        return CompositeName::new;
    }

    @Override
    public NameParser getNameParser(String name) {
        return CompositeName::new;
    }

    @Override
    public Name composeName(Name name, Name prefix) throws NamingException {
        return ((Name) prefix.clone()).addAll(name);
    }

    @Override
    public String composeName(String name, String prefix) throws NamingException {
        return composeName(new CompositeName(name), new CompositeName(prefix)).toString();
    }

    @Override
    public String getNameInNamespace() {
        return SCHEME + at;
    }

    @Override
    public Hashtable<?, ?> getEnvironment() {
        return new Hashtable<>();
    }

    /** There is nothing to close. */
    @Override
    public void close() {}

    @Override
    public void bind(Name name, Object value) throws NamingException {
        throw readOnly();
    }

    @Override
    public void bind(String name, Object value) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rebind(Name name, Object value) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rebind(String name, Object value) throws NamingException {
        throw readOnly();
    }

    @Override
    public void unbind(Name name) throws NamingException {
        throw readOnly();
    }

    @Override
    public void unbind(String name) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rename(Name from, Name to) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rename(String from, String to) throws NamingException {
        throw readOnly();
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        throw readOnly();
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        throw readOnly();
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        throw readOnly();
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        throw readOnly();
    }

    @Override
    public Object addToEnvironment(String name, Object value) throws NamingException {
        throw readOnly();
    }

    @Override
    public Object removeFromEnvironment(String name) throws NamingException {
        throw readOnly();
    }

    private static NamingException readOnly() {
        return new OperationNotSupportedException(
                "the names of applications are for reading; they come from env-entry in web.xml and"
                        + " from Environment in context descriptors");
    }
}
