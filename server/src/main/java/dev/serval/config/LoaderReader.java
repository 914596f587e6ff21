package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.ApplicationConverter.Profile;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;
import java.util.Map;

/** Reads {@code Loader}. Stateless. */
final class LoaderReader {
    private static final Attribute<Boolean> DELEGATE =
            Attribute.flag(
                    "delegate",
                    false,
                    "Whether classes and resources of lib are looked for before those of the"
                            + " application.");
    private static final Attribute<Profile> JAKARTA_CONVERTER =
            Attribute.of(
                    "jakartaConverter",
                    Format.choice(
                            Map.of(
                                    "SERVLET",
                                    Profile.SERVLET,
                                    "TOMCAT",
                                    Profile.TOMCAT,
                                    "EE",
                                    Profile.EE)),
                    null,
                    "Has an application for javax.servlet converted when it is deployed: SERVLET,"
                            + " TOMCAT or EE say which packages. What"
                            + " the file of a Context says counts before what its element"
                            + " in server.xml says.");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Loader",
                    "How a Context loads classes.",
                    List.of(
                            DELEGATE,
                            JAKARTA_CONVERTER,
                            ClassNames.only("org.apache.catalina.loader.WebappLoader")));

    private LoaderReader() {}

    /**
     * Immutable.
     *
     * @param delegate whether lib comes first
     * @param conversion how the application is converted; null if it is not
     */
    record Loader(boolean delegate, Profile conversion) {}

    static Loader read(XmlElement xml, Reading reading) {
        Values values = values(xml, reading);
        return new Loader(values.get(DELEGATE), values.get(JAKARTA_CONVERTER));
    }

    private static Values values(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        OtherElements.reportAll(xml, reading);
        return values;
    }
}
