package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.List;

/**
 * A name below {@code java:comp/env} as one source declares it (Servlet 6.1 §8.2.3): a value, a
 * resource, or another name for one. Immutable.
 *
 * @param element {@code env-entry}, {@code resource-ref} or another; {@code @Resource} for an
 *     annotation
 * @param name below {@code java:comp/env}, or with its scheme for another context
 * @param type the name of a class; null if none is given
 * @param text the value as written; null if the deployer sets it
 * @param lookup another name for it; null if none is given
 * @param targets what it is injected into
 * @param content everything but the targets, to compare it
 * @param resource its definition in the form of an element {@code Resource}; null if it has none
 *     here
 * @param at where
 */
public record Reference(
        String element,
        String name,
        String type,
        String text,
        String lookup,
        List<InjectionTarget> targets,
        String content,
        XmlElement resource,
        Location at) {
    static final String VALUE = "env-entry";
    static final String ANNOTATION = "@Resource";
    static final String DATA_SOURCE = "@DataSourceDefinition";

    private static final String CONTEXT = "java:comp/env/";

    /** A name as it stands below {@code java:comp/env}; that of another context as it is. */
    static String below(String name) {
        return name.startsWith(CONTEXT) ? name.substring(CONTEXT.length()) : name;
    }

    public Reference {
        targets = List.copyOf(targets);
    }

    /** Whether two sources contradict each other; an annotation yields to any other source. */
    boolean contradicts(Reference other) {
        boolean annotated = element.startsWith("@") || other.element.startsWith("@");
        return !annotated && !(element.equals(other.element) && content.equals(other.content));
    }

    /** The same, injected into the targets of another one too. */
    Reference with(List<InjectionTarget> more) {
        List<InjectionTarget> all = new ArrayList<>(targets);
        for (InjectionTarget target : more) {
            if (all.stream().noneMatch(target::isSame)) {
                all.add(target);
            }
        }
        return new Reference(element, name, type, text, lookup, all, content, resource, at);
    }
}
