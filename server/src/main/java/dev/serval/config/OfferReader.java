package dev.serval.config;

import dev.serval.builtin.AuthenticatorReader;
import dev.serval.builtin.BuiltInListeners;
import dev.serval.builtin.BuiltInValves;
import dev.serval.builtin.CredentialHandlerReader;
import dev.serval.builtin.RealmReader;
import dev.serval.builtin.manager.BuiltInManagers;
import dev.serval.builtin.resource.BuiltInResources;
import dev.serval.config.AttributeReader.Unknown;
import dev.serval.config.xml.Problem;
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
 * Reads elements that the server or an extension offers under their {@code className}. Stateless.
 */
final class OfferReader {
    private static final int MOST_REALMS = 3;
    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "What it is.");

    /** The offers of the server itself; created for the first such element. */
    private static final Map<Kind<?>, Supplier<List<? extends Offer<?>>>> OWN =
            Map.of(
                    Kind.REALM, () -> RealmReader.OFFERS,
                    Kind.AUTHENTICATOR, () -> AuthenticatorReader.OFFERS,
                    Kind.CREDENTIAL_HANDLER, () -> CredentialHandlerReader.OFFERS,
                    Kind.VALVE, () -> BuiltInValves.OFFERS,
                    Kind.LISTENER, () -> BuiltInListeners.OFFERS,
                    Kind.RESOURCE, () -> BuiltInResources.OFFERS,
                    Kind.SESSION_STORE, () -> BuiltInManagers.STORES,
                    BuiltInManagers.MANAGER, () -> BuiltInManagers.MANAGERS,
                    BuiltInManagers.ID_GENERATOR, () -> List.of(BuiltInManagers.IDS),
                    BuiltInValves.SINGLE_SIGN_ON, () -> List.of(BuiltInValves.SHARED_LOGINS));

    /** The offer of an element that names no class. */
    private static final Map<Kind<?>, Supplier<Offer<?>>> USUAL =
            Map.of(
                    BuiltInManagers.MANAGER, () -> BuiltInManagers.STANDARD,
                    BuiltInManagers.ID_GENERATOR, () -> BuiltInManagers.IDS);

    private OfferReader() {}

    /**
     * The result of reading one element. Immutable.
     *
     * @param factory makes the object; null for a valve that is switched off
     */
    record Read<T>(Factory<T> factory, Values values) {}

    /** All offers of the kinds, by their names; the server's own come first. */
    static Map<String, Offer<?>> offers(Kind<?> kind, Extensions extensions) {
        Map<String, Offer<?>> offers = new LinkedHashMap<>(extensions.offers(kind));
        Supplier<List<? extends Offer<?>>> own = OWN.get(kind);
        if (own != null) {
            own.get().forEach(offer -> offer.classNames().forEach(name -> offers.put(name, offer)));
        }
        return offers;
    }

    /** A warning for each name of the server that an extension offers: the server's own counts. */
    static List<Problem> taken(Extensions extensions) {
        List<Problem> warnings = new ArrayList<>();
        extensions
                .origins()
                .forEach(
                        (offer, origin) -> {
                            for (String taken : taken(offer)) {
                                warnings.add(
                                        Problem.of(
                                                Problem.Severity.WARNING,
                                                new Location(Extensions.FOLDER, 0, 0),
                                                "SRV-0854 the "
                                                        + origin
                                                        + " offers "
                                                        + taken
                                                        + ", which is the server's own: that one"
                                                        + " counts"));
                            }
                        });
        return warnings;
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
     * Whether an element is read as one of a kind: its class is offered, or is not among Tomcat's.
     */
    static boolean isFor(Kind<?> kind, XmlElement xml, Reading reading) {
        if (!xml.name.equals(kind.element())) {
            return false;
        }
        String name = String.valueOf(xml.raw("className"));
        try {
            name = reading.resolve(name).strip();
        } catch (BadValue e) {
            return false; // its reader reports it
        }
        Map<String, Offer<?>> offers = offers(kind, reading.extensions());
        boolean some = !offers.isEmpty() || reading.extensions() == Extensions.BROKEN;
        return offers.containsKey(name) || some && !name.startsWith("org.apache.");
    }

    /**
     * An element of a kind, by its class.
     *
     * @return null if there is an error
     */
    static <T> Read<T> read(Kind<T> kind, XmlElement xml, Reading reading) {
        return read(kind, xml, 1, reading);
    }

    @SuppressWarnings("unchecked") // offers of a kind make its type
    private static <T> Read<T> read(Kind<T> kind, XmlElement xml, int level, Reading reading) {
        Offer<?> usual = usual(kind, xml);
        if (usual != null) {
            return read((Offer<T>) usual, xml, level, reading);
        }
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
        // An offer without parents of its own is allowed where the reader of the parent reads it.
        if (!offer.placement().parents().equals(kind.parents())
                && isMisplaced(offer, xml, name, xml.parent, reading)) {
            return null;
        }
        return read((Offer<T>) offer, xml, level, reading);
    }

    /** Whether an element of a kind may name no class. */
    static boolean mayNameNone(Kind<?> kind) {
        return USUAL.containsKey(kind);
    }

    /** The offer of an element that names no class; null if it has to name one, or does. */
    static Offer<?> usual(Kind<?> kind, XmlElement xml) {
        String name = xml.raw("className");
        boolean none = name == null || name.isBlank();
        return none && USUAL.containsKey(kind) ? USUAL.get(kind).get() : null;
    }

    /** The same for a known offer. */
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
            // An element with an error counts too: the file is not used, and one message is enough.
            parts.computeIfAbsent(part, key -> new ArrayList<>())
                    .add(inner == null ? place -> null : inner.factory());
        }
        Factory<T> factory = declaration.reader().read(new Element(xml, values, parts, reading));
        String element = declaration.table().element();
        return new Read<>(
                factory == null ? null : ElementFactory.of(xml, element, factory, reading), values);
    }

    /** Whether an element is misplaced, which is then reported. */
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
        return offer.kind() != Kind.RESOURCE && isOffered(offer, reading)
                ? Unknown.REFUSED
                : Unknown.IGNORED;
    }

    /** By identity: equals of a record is linked when it first runs, which costs a start 40 ms. */
    private static boolean isOffered(Offer<?> offer, Reading reading) {
        for (Offer<?> each : reading.extensions().offers(offer.kind()).values()) {
            if (each == offer) {
                return true;
            }
        }
        return false;
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

    /** The table with the attributes of the kind that it lacks. */
    static AttributeTable table(Kind<?> kind, Declaration<?> declaration) {
        AttributeTable table = CommonAttributes.with(kind, declaration.table());
        if (kind.equals(Kind.RESOURCE) || table.attribute(CLASS_NAME.name()) != null) {
            return table;
        }
        return table.with(List.of(CLASS_NAME));
    }

    private record Element(
            XmlElement xml, Values values, Map<Kind<?>, List<Factory<?>>> parts, Reading reading)
            implements Settings {
        @Override
        public <V> V get(Attribute<V> attribute) {
            return values.get(attribute);
        }

        @Override
        public <V> Map<String, V> family(Attribute<V> attribute) {
            return values.family(attribute);
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
        @SuppressWarnings("unchecked") // elements of a kind make its type
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
