package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.settings.BadValue;
import java.util.TreeMap;

/**
 * Makes what an element stands for; equal to that of another element that says the same, wherever
 * it stands. Immutable.
 */
public final class ElementFactory<T> implements Factory<T> {
    private final String says;
    private final Factory<T> factory;

    private ElementFactory(String says, Factory<T> factory) {
        this.says = says;
        this.factory = factory;
    }

    static <T> ElementFactory<T> of(XmlElement xml, Factory<T> factory, Reading reading) {
        return new ElementFactory<>(says(xml, reading), factory);
    }

    /** Placeholders replaced, in whatever order the attributes are. */
    private static String says(XmlElement xml, Reading reading) {
        TreeMap<String, String> attributes = new TreeMap<>();
        for (XmlElement.Attr attribute : xml.attributes.values()) {
            try {
                attributes.put(attribute.name(), reading.resolve(attribute.value()));
            } catch (BadValue e) {
                attributes.put(attribute.name(), attribute.value()); // an error, which is told
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

    /** What the reader of the element has made. */
    public Factory<T> factory() {
        return factory;
    }

    @Override
    public T make(Place place) throws Exception {
        return factory.make(place);
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
