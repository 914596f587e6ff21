package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.config.AttributeReader.Unknown;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Offer.Protection;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Reads elements that are what somebody offers under their {@code className}: the server itself, or
 * an extension. Stateless.
 */
final class OfferReader {
    private static final int MOST_REALMS = 3;
    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "What it is.");

    /** What the server itself offers; asked for when such an element is met. */
    private static final Map<Kind<?>, Supplier<List<? extends Offer<?>>>> OWN =
            Map.of(
                    Kind.REALM, () -> RealmReader.OFFERS,
                    Kind.AUTHENTICATOR, () -> AuthenticatorReader.OFFERS,
                    Kind.CREDENTIAL_HANDLER, () -> CredentialHandlerReader.OFFERS,
                    Kind.VALVE, () -> BuiltInValves.OFFERS,
                    BuiltInValves.SINGLE_SIGN_ON, () -> List.of(BuiltInValves.SHARED_LOGINS));

    private OfferReader() {}

    /**
     * What has been read of one element. Immutable.
     *
     * @param factory makes what it stands for; null for a valve that is not to be there
     */
    record Read<T>(Factory<T> factory, Values values) {}

    /** Whatever may stand there, by the names that it answers to; the server's own come first. */
    static Map<String, Offer<?>> offers(Kind<?> kind, Extensions extensions) {
        Map<String, Offer<?>> offers = new LinkedHashMap<>(extensions.offers(kind));
        Supplier<List<? extends Offer<?>>> own = OWN.get(kind);
        if (own != null) {
            own.get().forEach(offer -> offer.classNames().forEach(name -> offers.put(name, offer)));
        }
        return offers;
    }

    /**
     * Warns of whatever an extension offers under a name that is the server's own, which counts.
     */
    static void warnOfTaken(Reading reading) {
        reading.extensions()
                .origins()
                .forEach(
                        (offer, origin) -> {
                            for (String taken : taken(offer)) {
                                reading.warning(
                                        new Location(Extensions.FOLDER, 0, 0),
                                        "SRV-0854 the "
                                                + origin
                                                + " offers "
                                                + taken
                                                + ", which is the server's own: that one counts");
                            }
                        });
    }

    private static Set<String> taken(Offer<?> offer) {
        Set<String> taken = new TreeSet<>();
        OWN.forEach(
                (kind, own) -> {
                    if (kind.element().equals(offer.kind().element())) {
                        for (Offer<?> ours : own.get()) {
                            ours.classNames().stream()
                                    .filter(offer.classNames()::contains)
                                    .forEach(name -> taken.add(kind.element() + " " + name));
                            if (offer.authMethod() != null
                                    && offer.authMethod().equals(ours.authMethod())) {
                                taken.add("the auth-method " + offer.authMethod());
                            }
                        }
                    }
                });
        return taken;
    }

    /**
     * Whether an element is to be read as one of a kind: somebody offers what it names, or its
     * class is none that users of Tomcat know.
     */
    static boolean isFor(Kind<?> kind, XmlElement xml, Reading reading) {
        if (!xml.name.equals(kind.element())) {
            return false;
        }
        String name = String.valueOf(xml.raw("className"));
        try {
            name = reading.resolve(name).strip();
        } catch (BadValue e) {
            return false; // whoever reads it tells
        }
        Map<String, Offer<?>> offers = offers(kind, reading.extensions());
        boolean some = !offers.isEmpty() || reading.extensions() == Extensions.BROKEN;
        return offers.containsKey(name) || some && !name.startsWith("org.apache.");
    }

    /**
     * An element of a kind whose class it names.
     *
     * @return null when there is an error
     */
    static <T> Read<T> read(Kind<T> kind, XmlElement xml, Reading reading) {
        return read(kind, xml, 1, reading);
    }

    @SuppressWarnings("unchecked") // what is offered for a kind makes its type
    private static <T> Read<T> read(Kind<T> kind, XmlElement xml, int level, Reading reading) {
        String name = NamedClasses.className(xml, reading);
        if (name == null) {
            return null;
        }
        Map<String, Offer<?>> offers = offers(kind, reading.extensions());
        Offer<?> offer = offers.get(name);
        if (offer == null) {
            NamedClasses.unknown(xml, name, offers.keySet(), reading);
            return null;
        }
        // One that may stand wherever its kind may is where the reader of that element has it.
        if (!offer.placement().parents().equals(kind.parents())
                && isMisplaced(offer, xml, name, xml.parent, reading)) {
            return null;
        }
        return read((Offer<T>) offer, xml, level, reading);
    }

    /** The same where it is known what it is. */
    static <T> Read<T> read(Offer<T> offer, XmlElement xml, Reading reading) {
        return read(offer, xml, 1, reading);
    }

    private static <T> Read<T> read(Offer<T> offer, XmlElement xml, int level, Reading reading) {
        Declaration<T> declaration = offer.declaration().get();
        Values values =
                AttributeReader.read(
                        table(offer.kind(), declaration), xml, unknown(offer, reading), reading);
        Map<Kind<?>, List<Factory<?>>> parts = new HashMap<>();
        for (XmlElement child : xml.children) {
            Kind<?> part = part(declaration, child, level);
            if (part == null) {
                OtherElements.misplaced(xml, child, reading);
                continue;
            }
            Read<?> inner = read(part, child, level + 1, reading);
            // One with an error is there, too: the file is not used, and more is not to be said.
            parts.computeIfAbsent(part, key -> new ArrayList<>())
                    .add(inner == null ? place -> null : inner.factory());
        }
        Factory<T> factory = declaration.reader().read(new Element(xml, values, parts, reading));
        String element = declaration.table().element();
        return new Read<>(
                factory == null ? null : ElementFactory.of(xml, element, factory, reading), values);
    }

    /** Whether an element may not stand where it does; that is told. */
    static boolean isMisplaced(
            Offer<?> offer, XmlElement xml, String name, String parent, Reading reading) {
        Offer.Placement placement = offer.placement();
        if (placement.parents().contains(parent)) {
            return false;
        }
        String message = xml.name + " " + name + " " + placement.elsewhere();
        if (placement.protection() == Protection.NO) {
            reading.warning(NamedClasses.classAt(xml), message);
        } else {
            reading.error(NamedClasses.classAt(xml), message);
        }
        return true;
    }

    private static Unknown unknown(Offer<?> offer, Reading reading) {
        if (offer.placement().protection() == Protection.YES) {
            return Unknown.UNPROTECTED;
        }
        return reading.extensions().offers(offer.kind()).containsValue(offer)
                ? Unknown.REFUSED
                : Unknown.IGNORED;
    }

    private static Kind<?> part(Declaration<?> declaration, XmlElement child, int level) {
        for (Kind<?> kind : declaration.parts()) {
            boolean deep = kind == Kind.REALM && level >= MOST_REALMS;
            if (child.name.equals(kind.element()) && !deep) {
                return kind;
            }
        }
        return null;
    }

    /** The table with what all of the kind have, where it does not say it itself. */
    private static AttributeTable table(Kind<?> kind, Declaration<?> declaration) {
        AttributeTable table = CommonAttributes.with(kind, declaration.table());
        if (table.attribute(CLASS_NAME.name()) != null) {
            return table;
        }
        List<Attribute<?>> all = new ArrayList<>(table.attributes());
        all.add(CLASS_NAME);
        return new AttributeTable(table.element(), table.doc(), all);
    }

    private record Element(
            XmlElement xml, Values values, Map<Kind<?>, List<Factory<?>>> parts, Reading reading)
            implements Settings {
        @Override
        public <V> V get(Attribute<V> attribute) {
            return values.get(attribute);
        }

        @Override
        public boolean has(Attribute<?> attribute) {
            return values.has(attribute);
        }

        @Override
        public boolean isEmpty(Attribute<?> attribute) {
            String raw = xml.raw(attribute.name());
            return raw != null && raw.isBlank();
        }

        @Override
        public Location at() {
            return xml.at;
        }

        @Override
        public Location at(Attribute<?> attribute) {
            return values.at(attribute);
        }

        @Override
        @SuppressWarnings("unchecked") // an element of a kind makes its type
        public <P> List<Factory<P>> parts(Kind<P> kind) {
            return (List<Factory<P>>) (List<?>) parts.getOrDefault(kind, List.of());
        }

        @Override
        public void error(Location where, String message) {
            reading.error(where, message);
        }

        @Override
        public void warning(Location where, String message) {
            reading.warning(where, message);
        }
    }
}
