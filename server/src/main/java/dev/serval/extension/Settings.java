package dev.serval.extension;

import dev.serval.settings.Attribute;
import dev.serval.settings.Location;
import java.util.List;

/** One element of a file, as it has been understood. Used by one thread, while it is read. */
public interface Settings {
    /** The value given, else the default. */
    <V> V get(Attribute<V> attribute);

    /** Whether the file gives a usable value. */
    boolean has(Attribute<?> attribute);

    /** Whether the file gives an empty value, which counts as none. */
    boolean isEmpty(Attribute<?> attribute);

    /** Where the element stands. */
    Location at();

    /** Where the value of an attribute stands; the element's place when there is none. */
    Location at(Attribute<?> attribute);

    /** What stands in it of a kind, in the order of the file. */
    <P> List<Offer.Factory<P>> parts(Kind<P> kind);

    /** The server does not start with this file. */
    void error(Location at, String message);

    /** It does start. */
    void warning(Location at, String message);
}
