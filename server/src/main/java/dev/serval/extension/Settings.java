package dev.serval.extension;

import dev.serval.settings.Attribute;
import dev.serval.settings.Location;
import java.util.List;
import java.util.Map;

/** One parsed element of a file. Used by one thread, while it is read. */
public interface Settings {
    /** The value given, else the default. */
    <V> V get(Attribute<V> attribute);

    /**
     * The values given for an attribute whose name ends with {@code .*} and stands for all names
     * that begin like it, by the rest of the name.
     */
    <V> Map<String, V> family(Attribute<V> attribute);

    /** Whether the file gives a usable value. */
    boolean has(Attribute<?> attribute);

    /** Whether the file has an empty value, which counts as missing. */
    boolean isEmpty(Attribute<?> attribute);

    /** The place of the element. */
    Location at();

    /** The place of an attribute's value; that of the element if it has none. */
    Location at(Attribute<?> attribute);

    /** Its inner elements of a kind, in the order of the file. */
    <P> List<Offer.Factory<P>> parts(Kind<P> kind);

    /** Reports an error: the server does not start with this file. */
    void error(Location at, String message);

    /** Reports a warning: the server does start. */
    void warning(Location at, String message);
}
