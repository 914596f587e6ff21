package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Offer.Protection;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The elements {@code Valve} of one Engine, Host or Context: offered and unknown ones. Used by the
 * reader of that element.
 */
final class ValveElements {
    /** The kinds that such an element may have. */
    private static final List<Kind<?>> KINDS = List.of(Kind.VALVE, BuiltInValves.SINGLE_SIGN_ON);

    private static final List<String> PREFIXES =
            List.of("org.apache.catalina.valves.", "org.apache.catalina.authenticator.");

    private final String parent;
    private final Reading reading;
    private final Map<Kind<?>, List<Factory<?>>> all = new HashMap<>();
    private final Set<Offer<?>> single = Collections.newSetFromMap(new IdentityHashMap<>());
    private AuthenticatorConfig authenticator;

    /**
     * @param parent the element that contains them
     */
    ValveElements(String parent, Reading reading) {
        this.parent = parent;
        this.reading = reading;
    }

    /** The factories of a kind, in order. */
    @SuppressWarnings("unchecked") // offers of a kind make its type
    <T> List<Factory<T>> all(Kind<T> kind) {
        return (List<Factory<T>>) (List<?>) all.getOrDefault(kind, List.of());
    }

    /** The only one of a kind; null if there is none. */
    <T> Factory<T> last(Kind<T> kind) {
        List<Factory<T>> those = all(kind);
        return those.isEmpty() ? null : those.get(those.size() - 1);
    }

    /** The authenticator among them; null if there is none. */
    AuthenticatorConfig authenticator() {
        return authenticator;
    }

    /** An unknown valve is an error, for it may protect something. */
    void read(XmlElement xml) {
        String name = NamedClasses.className(xml, reading);
        if (name != null && !isRead(xml, name)) {
            other(xml, name);
        }
    }

    /**
     * Reads the valve for errors that an attribute of the Host names; those of elements follow.
     *
     * @param name null if there is none
     */
    void readErrorReport(String name, Location at) {
        if (name == null) {
            return;
        }
        XmlElement xml = new XmlElement(Kind.VALVE.element(), at);
        xml.attributes.put("className", new XmlElement.Attr("className", name, at));
        if (!isRead(xml, name)) {
            List<String> names = new ArrayList<>();
            OfferReader.offers(Kind.VALVE, reading.extensions()).keySet().stream()
                    .filter(each -> each.contains("ErrorReport"))
                    .forEach(names::add);
            reading.warning(
                    at,
                    "errorReportValveClass "
                            + name
                            + " is not known"
                            + NearestName.hint(name, names)
                            + "; the server's own pages answer errors");
        }
    }

    /** The same in a descriptor, where other valves are checked at the deployment. */
    void readKnown(XmlElement xml) {
        String given = xml.raw("className");
        try {
            String name = given == null ? "" : reading.resolve(given).strip();
            if (isKnown(name, true, reading.extensions())
                    || AuthenticatorConfig.is(name, reading.extensions())) {
                isRead(xml, name);
            }
        } catch (BadValue e) {
            // Reported at the deployment.
        }
    }

    /** Access rules apply even if a descriptor has them within another element. */
    void readNested(XmlElement parent) {
        for (XmlElement child : parent.children) {
            if (child.name.equals(Kind.VALVE.element()) && protects(child)) {
                readKnown(child);
            }
            readNested(child);
        }
    }

    /** Whether a valve counts in descriptors of which nothing else is read. */
    boolean protects(XmlElement xml) {
        String name = String.valueOf(xml.raw("className")).strip();
        Offer<?> offer = offer(name, reading.extensions());
        return offer != null && offer.placement().protection() == Protection.YES;
    }

    /**
     * Whether a valve of that class, other than an authenticator, is allowed in a descriptor.
     *
     * @param whole whether all of it is read; otherwise only protecting ones are
     */
    static boolean isKnown(String className, boolean whole, Extensions extensions) {
        Offer<?> offer = offer(className, extensions);
        return offer != null
                && offer.placement().parents().contains("Context")
                && (whole || offer.placement().protection() != Protection.UNKNOWN);
    }

    /** The offer of a class name; null if there is none. */
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
        if (OfferReader.isMisplaced(offer, xml, name, parent, reading)) {
            return;
        }
        if (offer.placement().once() && !single.add(offer)) {
            String what = offer.declaration().get().table().element();
            reading.error(xml.at, "there is a " + what + " in this " + parent + " already");
        }
        Factory<?> factory = OfferReader.read(offer, xml, reading).factory();
        if (factory != null) {
            all.computeIfAbsent(offer.kind(), key -> new ArrayList<>()).add(factory);
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
                            + " belongs in a Context, whose users it lets log in; nothing is"
                            + " served without what it may protect");
        } else if (known.classes("valve").contains(full)) {
            NamedClasses.noEffect(xml, name, reading);
        } else if (known.classes("protects").contains(full)) {
            NamedClasses.refuse(xml, name, known.remark("protects", full), reading);
        } else if (!NamedClasses.isOfBroken(xml, name, reading)) {
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
