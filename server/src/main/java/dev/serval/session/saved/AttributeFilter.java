package dev.serval.session.saved;

import java.io.ObjectInputFilter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Which objects are read from the bytes of one attribute (CWE-502). Used by one thread, for one
 * stream.
 *
 * <p>Classes of the server cannot be in the stream: the loader of the application does not show
 * them. Limits keep few bytes from becoming many objects: arrays have no more elements than the
 * bytes can hold, and nested collections, whose hash codes take time that doubles with each level,
 * are counted by the arrays that they request.
 */
final class AttributeFilter implements ObjectInputFilter {
    private static final long MOST_REFERENCES = 5_000_000;

    // A null takes one byte; tables of hash maps are larger than their content.
    private static final int ELEMENTS_PER_BYTE = 8;
    private static final int FREE_ELEMENTS = 1024;

    // These collections have no arrays of their own when nested, but still have hash codes.
    private static final Set<String> LINKED =
            Set.of(
                    "java.util.AbstractMap$SimpleEntry",
                    "java.util.AbstractMap$SimpleImmutableEntry",
                    "java.util.Collections$SingletonMap",
                    "java.util.EnumMap",
                    "java.util.LinkedList",
                    "java.util.TreeMap");
    private static final int LINKED_DEPTH = 24;

    // Classes known to run code while they are read; no application has them in a session.
    private static final List<String> REFUSED =
            List.of(
                    "bsh.",
                    "com.mchange.v2.c3p0.",
                    "com.rometools.rome.feed.impl.",
                    "com.sun.jndi.",
                    "com.sun.org.apache.",
                    "com.sun.rowset.",
                    "com.sun.syndication.feed.impl.",
                    "java.rmi.",
                    "javax.management.",
                    "javax.naming.",
                    "jdk.internal.",
                    "org.apache.commons.beanutils.BeanComparator",
                    "org.apache.commons.collections.functors.",
                    "org.apache.commons.collections.keyvalue.TiedMapEntry",
                    "org.apache.commons.collections4.functors.",
                    "org.apache.commons.collections4.keyvalue.TiedMapEntry",
                    "org.apache.xalan.",
                    "org.codehaus.groovy.runtime.ConvertedClosure",
                    "org.codehaus.groovy.runtime.MethodClosure",
                    "org.mozilla.javascript.",
                    "org.python.core.",
                    "org.springframework.core.SerializableTypeWrapper",
                    "sun.");

    private final AttributeRules rules;
    private final long mostElements;
    private final int mostNested;
    private int mostDepth;
    private long elements;
    // Depths of the arrays that are being read, the outermost last.
    private final Deque<Long> arrays = new ArrayDeque<>();
    private String reason;
    private boolean byRules;

    AttributeFilter(AttributeRules rules, int bytes) {
        this.rules = rules;
        mostElements = FREE_ELEMENTS + (long) ELEMENTS_PER_BYTE * bytes;
        mostDepth = rules.mostDepth();
        mostNested = Math.max(2, rules.mostDepth() / 5);
    }

    /** Why it has refused; null if it has not. */
    String reason() {
        return reason;
    }

    /** Whether the configuration requires the refusal. */
    boolean isByRules() {
        return byRules;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (info.references() > MOST_REFERENCES) {
            return refuse("has more than " + MOST_REFERENCES + " references");
        }
        if (info.depth() > mostDepth) {
            return refuse("is deeper than " + mostDepth);
        }
        if (info.arrayLength() >= 0) {
            elements += info.arrayLength();
            if (elements > mostElements) {
                return refuse("has arrays for more than its bytes can hold");
            }
            while (!arrays.isEmpty() && arrays.peek() >= info.depth()) {
                arrays.pop();
            }
            arrays.push(info.depth());
            if (arrays.size() > mostNested) {
                return refuse("has more than " + mostNested + " collections within each other");
            }
            return Status.UNDECIDED;
        }
        return info.serialClass() == null ? Status.UNDECIDED : checkClass(info.serialClass());
    }

    private Status checkClass(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String name = element.getName();
        if (element.isPrimitive()) {
            return Status.ALLOWED;
        }
        if (REFUSED.stream().anyMatch(name::startsWith)) {
            return refuse("has the class " + name + ", which is never read");
        }
        if (rules.classes() != null && !rules.classes().matcher(name).matches()) {
            byRules = true;
            return refuse(
                    "has the class "
                            + name
                            + ", which sessionAttributeValueClassNameFilter does not name");
        }
        if (LINKED.contains(name)) {
            mostDepth = Math.min(mostDepth, LINKED_DEPTH);
        }
        return Status.UNDECIDED;
    }

    private Status refuse(String because) {
        reason = because;
        return Status.REJECTED;
    }
}
