package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Offer.Protection;
import dev.serval.settings.BadValue;
import dev.serval.settings.NearestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The elements {@code Valve} of one Engine, Host or Context: what is offered under their class
 * names, and what becomes of others. Used by the reader of that element.
 */
final class ValveElements {
    /** What such an element may stand for. */
    private static final List<Kind<?>> KINDS = List.of(Kind.VALVE, BuiltInValves.SINGLE_SIGN_ON);

    private static final List<String> PREFIXES =
            List.of("org.apache.catalina.valves.", "org.apache.catalina.authenticator.");

    private final String parent;
    private final Reading reading;
    private final Map<Kind<?>, List<Factory<?>>> all = new HashMap<>();
    private final Set<Offer<?>> single = Collections.newSetFromMap(new IdentityHashMap<>());
    private AuthenticatorConfig authenticator;

    /**
     * @param parent the element that they stand in
     */
    ValveElements(String parent, Reading reading) {
        this.parent = parent;
        this.reading = reading;
    }

    /** Those of a kind, in their order. */
    @SuppressWarnings("unchecked") // what is offered for a kind makes its type
    <T> List<Factory<T>> all(Kind<T> kind) {
        return (List<Factory<T>>) (List<?>) all.getOrDefault(kind, List.of());
    }

    /** The one of a kind of which there is one; null if there is none. */
    <T> Factory<T> last(Kind<T> kind) {
        List<Factory<T>> those = all(kind);
        return those.isEmpty() ? null : those.get(those.size() - 1);
    }

    /** What one of them says of logins; null if there is none. */
    AuthenticatorConfig authenticator() {
        return authenticator;
    }

    /** One that is not there is an error, for it may protect something. */
    void read(XmlElement xml) {
        String name = NamedClasses.className(xml, reading);
        if (name != null && !isRead(xml, name)) {
            other(xml, name);
        }
    }

    /** The same in a descriptor, where others are judged by whoever deploys the application. */
    void readKnown(XmlElement xml) {
        String given = xml.raw("className");
        try {
            String name = given == null ? "" : reading.resolve(given).strip();
            if (isKnown(name, true, reading.extensions())
                    || AuthenticatorConfig.is(name, reading.extensions())) {
                isRead(xml, name);
            }
        } catch (BadValue e) {
            // Whoever deploys it tells.
        }
    }

    /** Who may come in holds, too, where a descriptor says it within another element. */
    void readNested(XmlElement parent) {
        for (XmlElement child : parent.children) {
            if (child.name.equals(Kind.VALVE.element()) && protects(child)) {
                readKnown(child);
            }
            readNested(child);
        }
    }

    /** Whether one counts in descriptors of which nothing else is read. */
    boolean protects(XmlElement xml) {
        String name = String.valueOf(xml.raw("className")).strip();
        Offer<?> offer = offer(name, reading.extensions());
        return offer != null && offer.protection() == Protection.YES;
    }

    /**
     * Whether one of that class, which is no authenticator, may stand in a descriptor.
     *
     * @param whole whether all of it is read; else what protects
     */
    static boolean isKnown(String className, boolean whole, Extensions extensions) {
        Offer<?> offer = offer(className, extensions);
        return offer != null
                && offer.parents().contains("Context")
                && (whole || offer.protection() != Protection.UNKNOWN);
    }

    /** What a class name stands for; null if nobody offers it. */
    private static Offer<?> offer(String className, Extensions extensions) {
        for (Kind<?> kind : KINDS) {
            Offer<?> offer = OfferReader.offers(kind, extensions).get(className);
            if (offer != null) {
                return offer;
            }
        }
        return null;
    }

    private boolean isRead(XmlElement xml, String name) {
        Offer<?> offer = offer(name, reading.extensions());
        if (offer != null) {
            read(offer, xml, name);
        } else if (AuthenticatorConfig.is(name, reading.extensions()) && parent.equals("Context")) {
            authenticator = AuthenticatorConfig.read(xml, authenticator, reading);
        } else {
            return false;
        }
        return true;
    }

    private void read(Offer<?> offer, XmlElement xml, String name) {
        if (!offer.parents().contains(parent)) {
            misplaced(offer, xml, name);
            return;
        }
        if (offer.once() && !single.add(offer)) {
            String what = offer.declaration().get().table().element();
            reading.error(xml.at, "there is a " + what + " in this " + parent + " already");
        }
        Factory<?> factory = OfferReader.read(offer, xml, List.of(), 1, reading).factory();
        if (factory != null) {
            all.computeIfAbsent(offer.kind(), key -> new ArrayList<>())
                    .add(ElementFactory.of(xml, factory, reading));
        }
    }

    private void misplaced(Offer<?> offer, XmlElement xml, String name) {
        String message = "Valve " + name + " " + offer.elsewhere();
        if (offer.protection() == Protection.NO) {
            reading.warning(NamedClasses.classAt(xml), message);
        } else {
            reading.error(NamedClasses.classAt(xml), message);
        }
    }

    private void other(XmlElement xml, String name) {
        KnownNames known = KnownNames.get();
        String full = full(name, known);
        if (AuthenticatorConfig.is(name, reading.extensions())) {
            reading.error(
                    NamedClasses.classAt(xml),
                    "Valve "
                            + name
                            + " belongs into a Context, whose users it lets log in; nothing is"
                            + " served without what it may protect");
        } else if (known.classes("valve").contains(full)) {
            NamedClasses.noEffect(xml, name, reading);
        } else if (known.classes("protects").contains(full)) {
            NamedClasses.refuse(xml, name, known.remark(full), reading);
        } else {
            List<String> names = new ArrayList<>(known.classes("valve"));
            names.addAll(known.classes("protects"));
            KINDS.forEach(
                    kind -> names.addAll(OfferReader.offers(kind, reading.extensions()).keySet()));
            names.addAll(OfferReader.offers(Kind.AUTHENTICATOR, reading.extensions()).keySet());
            reading.error(
                    NamedClasses.classAt(xml),
                    "Valve "
                            + name
                            + " is not known"
                            + NearestName.hint(name, names)
                            + "; nothing is served without what it may protect");
        }
    }

    private static String full(String name, KnownNames known) {
        for (String prefix : PREFIXES) {
            String full = prefix + name;
            if (known.classes("valve").contains(full) || known.classes("protects").contains(full)) {
                return full;
            }
        }
        return name;
    }
}
