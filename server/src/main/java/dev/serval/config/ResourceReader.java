package dev.serval.config;

import dev.serval.builtin.resource.BuiltInResources;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.ResourceElement;
import dev.serval.settings.BadValue;
import dev.serval.settings.NearestName;
import dev.serval.settings.Values;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads {@code Resource} and the other elements whose objects are created at the look-up.
 * Stateless.
 */
public final class ResourceReader {
    private static final String DATA_SOURCE = "javax.sql.DataSource";
    private static final String USER_TRANSACTION = "java:comp/UserTransaction";

    private ResourceReader() {}

    /** False if the element is another one. */
    static boolean read(XmlElement xml, Map<String, ContextEntry<Object>> into, Reading reading) {
        switch (xml.name) {
            case "Resource", "ResourceEnvRef" -> add(resource(xml, reading), into);
            case "Transaction" -> {
                XmlElement named = new XmlElement(xml.name, xml.at);
                named.attributes.putAll(xml.attributes);
                attribute(named, ResourceTables.NAME.name(), "UserTransaction");
                attribute(named, ResourceTables.TYPE.name(), "jakarta.transaction.UserTransaction");
                ResourceConfig config = resource(named, reading);
                if (config != null) {
                    into.put(USER_TRANSACTION, ContextEntry.of(config));
                }
            }
            case "ResourceLink" -> {
                Values values = AttributeReader.read(ResourceTables.LINK, xml, reading);
                OtherElements.reportAll(xml, reading);
                if (values.get(ResourceTables.NAME) != null
                        && values.get(ResourceTables.GLOBAL) != null) {
                    ResourceLinkConfig link =
                            new ResourceLinkConfig(
                                    element(xml, values, reading),
                                    values.get(ResourceTables.GLOBAL));
                    ContextEntry.add(into, values.get(ResourceTables.NAME), ContextEntry.of(link));
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /**
     * A resource that an application itself declares.
     *
     * @return null if there is an error
     */
    public static ResourceConfig described(
            XmlElement xml, Extensions extensions, Consumer<Problem> problems) {
        Reading reading =
                new Reading(
                        new Placeholders(Placeholders.of(System::getProperty, System::getenv)),
                        Path.of(""),
                        extensions);
        ResourceConfig config = resource(xml, reading);
        reading.problems().forEach(problems);
        return config;
    }

    private static void add(ResourceConfig config, Map<String, ContextEntry<Object>> into) {
        if (config != null) {
            ContextEntry.add(into, config.element().name(), ContextEntry.of(config));
        }
    }

    private static void attribute(XmlElement xml, String name, String value) {
        xml.attributes.putIfAbsent(name, new XmlElement.Attr(name, value, xml.at));
    }

    /** Null if there is an error. */
    @SuppressWarnings("unchecked") // every result is an Object
    private static ResourceConfig resource(XmlElement xml, Reading reading) {
        String type = resolved(xml, ResourceTables.TYPE.name(), reading);
        String factory = resolved(xml, ResourceTables.FACTORY.name(), reading);
        Map<String, Offer<?>> offers = OfferReader.offers(Kind.RESOURCE, reading.extensions());
        Offer<?> known = offers.get(factory.isEmpty() ? type : factory);
        String absence = null;
        if (factory.isEmpty() && type.isEmpty()) {
            absence = "it has neither a type nor a factory";
        } else if (factory.isEmpty() && known == null) {
            absence =
                    "it names no factory, and there is none for the type "
                            + type
                            + NearestName.hint(type, offers.keySet())
                            + (type.equals(DATA_SOURCE)
                                    ? ": the extension dbcp, which makes pools, is not there"
                                    : "");
        }
        if (absence != null) {
            reading.warning(xml.at, "the " + xml.name + " is not bound: " + absence);
        }
        int before = reading.errors();
        Offer<Object> offer = known == null ? BuiltInResources.ANY : (Offer<Object>) known;
        OfferReader.Read<Object> read = OfferReader.read(offer, xml, reading);
        if (absence != null) {
            reading.judge(xml, new Finding(xml.at, xml.name, Verdict.UNSUPPORTED, absence));
        }
        if (reading.errors() > before || read.values().get(ResourceTables.NAME) == null) {
            return null;
        }
        String close = xml.raw(ResourceTables.CLOSE_METHOD.name());
        return new ResourceConfig(
                element(xml, read.values(), reading),
                absence != null ? null : made(read.factory()),
                absence,
                read.values().get(ResourceTables.SINGLETON),
                close == null ? null : close.strip());
    }

    /**
     * The factory without the message of an {@link ElementFactory}, since that of a look-up is
     * better.
     */
    private static Factory<Object> made(Factory<Object> factory) {
        return factory instanceof ElementFactory<Object> element ? element.factory() : factory;
    }

    private static ResourceElement element(XmlElement xml, Values values, Reading reading) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String name : xml.attributes.keySet()) {
            all.put(name, resolved(xml, name, reading));
        }
        return new ResourceElement(
                values.get(ResourceTables.NAME),
                values.get(ResourceTables.TYPE),
                xml.at,
                all,
                null);
    }

    /** Empty if it is missing, or invalid, which is reported elsewhere. */
    private static String resolved(XmlElement xml, String attribute, Reading reading) {
        try {
            String raw = xml.raw(attribute);
            return raw == null ? "" : reading.resolve(raw).strip();
        } catch (BadValue e) {
            return "";
        }
    }
}
