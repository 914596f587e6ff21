package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import java.nio.file.FileSystemException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the object of an element, and names the element if it fails; equal to the factory of an
 * element with the same content at any place. Immutable.
 */
public final class ElementFactory<T> implements Factory<T> {
    private final Location at;
    private final String element;
    private final String says;
    private final Factory<T> factory;

    private ElementFactory(Location at, String element, String says, Factory<T> factory) {
        this.at = at;
        this.element = element;
        this.says = says;
        this.factory = factory;
    }

    /**
     * @param element its name in messages
     * @param factory from the reader of the element
     */
    static <T> ElementFactory<T> of(
            XmlElement xml, String element, Factory<T> factory, Reading reading) {
        return new ElementFactory<>(xml.at, element, says(xml, reading), factory);
    }

    /** The content with placeholders replaced, independent of the order of attributes. */
    private static String says(XmlElement xml, Reading reading) {
        TreeMap<String, String> attributes = new TreeMap<>();
        for (XmlElement.Attr attribute : xml.attributes.values()) {
            try {
                attributes.put(attribute.name(), reading.resolve(attribute.value()));
            } catch (BadValue e) {
                attributes.put(attribute.name(), attribute.value()); // an error, which is reported
            }
        }
        StringBuilder text = new StringBuilder(xml.name);
        attributes.forEach(
                (name, value) -> text.append(' ').append(name).append('=').append(quoted(value)));
        text.append(" {");
        xml.children.forEach(child -> text.append(says(child, reading)));
        return text.append('}').toString();
    }

    private static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** The factory from the reader of the element. */
    public Factory<T> factory() {
        return factory;
    }

    /**
     * @throws LifecycleException that names the place: that of an inner element if it failed
     */
    @Override
    public T make(Place place) throws LifecycleException {
        return make(factory, at, element, place);
    }

    @Override
    public Map<Location, String> mistakes(Place place) {
        return factory.mistakes(place);
    }

    /** The same for a factory without an element. */
    public static <T> T make(Factory<T> factory, Location at, String element, Place place)
            throws LifecycleException {
        try {
            return factory.make(place);
        } catch (LifecycleException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            throw new LifecycleException(at + ": " + element + " cannot be made: " + reason(e), e);
        }
    }

    /** The message of an exception of a file system is only the name of the file. */
    private static String reason(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || thrown instanceof FileSystemException
                ? thrown.toString()
                : message;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ElementFactory<?> element && says.equals(element.says);
    }

    @Override
    public int hashCode() {
        return says.hashCode();
    }
}
