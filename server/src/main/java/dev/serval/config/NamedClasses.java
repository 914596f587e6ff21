package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Protection;
import dev.serval.lifecycle.ServerListener;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Listeners and realms: elements defined by their {@code className}. Stateless. */
final class NamedClasses {
    private NamedClasses() {}

    /** A listener: an unknown one has no effect. Empty if its class is missing. */
    static List<ListenerConfig> listener(XmlElement xml, Reading reading) {
        String name = className(xml, reading);
        if (name == null) {
            return List.of();
        }
        Offer<?> offer = OfferReader.offers(Kind.LISTENER, reading.extensions()).get(name);
        if (offer != null && !Kind.LISTENER.parents().contains(xml.parent)) {
            String message = "Listener " + name + " belongs into the Server";
            if (offer.placement().protection() == Protection.YES) {
                reading.error(classAt(xml), message + ": its checks would not be made here");
            } else {
                reading.warning(classAt(xml), message + ": here it has no effect");
            }
            return List.of();
        }
        if (offer != null) {
            OfferReader.Read<ServerListener> read = OfferReader.read(Kind.LISTENER, xml, reading);
            return read == null
                    ? List.of()
                    : List.of(new ListenerConfig(xml.at, name, read.factory()));
        }
        KnownNames known = KnownNames.get();
        if (known.classes("protects").contains(name)) {
            refuse(xml, name, known.remark("protects", name), reading);
        } else if (known.classes("listener").contains(name)) {
            String remark = known.remark("listener", name);
            if (remark.isEmpty()) {
                noEffect(xml, name, reading);
            } else {
                String message = "Listener " + name + " has no effect: " + remark;
                reading.judge(
                        xml,
                        new Finding(xml.at, "Listener " + name, Verdict.WITHOUT_EFFECT, message));
                reading.warning(classAt(xml), message);
            }
        } else if (known.classes("anyway").contains(name)) {
            reading.judge(xml, Finding.anyway(xml.at, "Listener " + name));
            for (XmlElement.Attr attr : xml.attributes.values()) {
                reading.judge(attr, Finding.anyway(attr.at(), attr.name() + " of Listener"));
            }
        } else if (!isOfBroken(xml, name, reading)) {
            List<String> names = new ArrayList<>(known.classes("listener"));
            names.addAll(known.classes("anyway"));
            names.addAll(OfferReader.offers(Kind.LISTENER, reading.extensions()).keySet());
            String hint = NearestName.hint(name, names);
            reading.warning(
                    classAt(xml), "Listener " + name + " is not known" + hint + "; it is ignored");
        }
        return List.of(new ListenerConfig(xml.at, name, null));
    }

    /** Reports a class that neither the server nor an extension offers. */
    static void unknown(XmlElement xml, String name, Collection<String> there, Reading reading) {
        if (isOfBroken(xml, name, reading)) {
            return;
        }
        if (xml.name.equals("Realm")) {
            refuseRealm(xml, name, there, reading);
            return;
        }
        reading.error(
                classAt(xml),
                "className of "
                        + xml.name
                        + " is \""
                        + name
                        + "\", which is not known"
                        + NearestName.hint(name, there)
                        + "; known: "
                        + String.join(", ", new TreeSet<>(there)));
    }

    /** Whether it may be from an extension that cannot be used; then only that is reported. */
    static boolean isOfBroken(XmlElement xml, String name, Reading reading) {
        boolean may = reading.extensions() == Extensions.BROKEN && !name.startsWith("org.apache.");
        if (may) {
            reading.error(
                    classAt(xml),
                    xml.name + " " + name + " may be of the extension that cannot be used");
        }
        return may;
    }

    /** Refuses an unknown realm: without it everybody or nobody might be able to log in. */
    private static void refuseRealm(
            XmlElement xml, String name, Collection<String> there, Reading reading) {
        if (KnownNames.get().classes("realm").contains(name)) {
            reading.error(
                    classAt(xml),
                    "Realm "
                            + name
                            + " is not supported yet, and nothing is served with users of another"
                            + " one; there are: "
                            + String.join(", ", new TreeSet<>(there)));
        } else {
            reading.error(
                    classAt(xml),
                    "Realm " + name + " is not known" + NearestName.hint(name, there));
        }
    }

    static void noEffect(XmlElement xml, String name, Reading reading) {
        String instead = ClusterElement.instead(name);
        String message =
                xml.name
                        + " "
                        + name
                        + (instead == null
                                ? " is known, but has no effect here yet"
                                : " has no effect; in its place: " + instead)
                        + OtherElements.inside(xml);
        reading.judge(
                xml, new Finding(xml.at, xml.name + " " + name, Verdict.UNSUPPORTED, message));
        reading.warning(classAt(xml), message);
    }

    /**
     * @param remark the alternative; empty if there is none
     */
    static void refuse(XmlElement xml, String name, String remark, Reading reading) {
        reading.error(
                classAt(xml),
                xml.name
                        + " "
                        + name
                        + " is not supported yet, and nothing is served without the protection"
                        + " that it asks for; "
                        + (remark.isEmpty() ? "" : remark + "; ")
                        + "remove it if you can do without it");
    }

    static String className(XmlElement xml, Reading reading) {
        XmlElement.Attr attr = xml.attributes.get("className");
        if (attr == null || attr.value().isBlank()) {
            reading.error(xml.at, xml.name + " needs the attribute className");
            return null;
        }
        try {
            return reading.resolve(attr.value()).strip();
        } catch (BadValue e) {
            reading.error(attr.at(), "className of " + xml.name + " " + e.getMessage());
            return null;
        }
    }

    static Location classAt(XmlElement xml) {
        return xml.attributes.get("className").at();
    }
}
