package dev.serval.config;

import dev.serval.builtin.manager.BuiltInManagers;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.session.saved.SessionKeeping;
import dev.serval.settings.BadValue;
import dev.serval.settings.NearestName;
import java.util.Set;
import java.util.TreeSet;

/** Reads {@code Manager}. Stateless. */
final class ManagerElement {
    private ManagerElement() {}

    /**
     * Reads a Manager. An unknown class is a warning: the application is served, and its sessions
     * are kept as without a Manager.
     *
     * @param before the Manager before it in the same element; null if it is the first
     * @return the one that takes effect; null if there is none
     */
    static Factory<SessionKeeping> read(
            XmlElement xml, Factory<SessionKeeping> before, Reading reading) {
        if (before != null) {
            reading.warning(xml.at, "there is a Manager already; this one counts");
        }
        if (isUnknown(BuiltInManagers.MANAGER, xml, reading)) {
            return before;
        }
        for (XmlElement child : xml.children) {
            if (child.name.equals(Kind.SESSION_STORE.element())
                    && isUnknown(Kind.SESSION_STORE, child, reading)) {
                return before;
            }
        }
        OfferReader.Read<SessionKeeping> read =
                OfferReader.read(BuiltInManagers.MANAGER, xml, reading);
        return read == null ? before : read.factory();
    }

    private static boolean isUnknown(Kind<?> kind, XmlElement xml, Reading reading) {
        String name = xml.raw("className");
        if (name == null || name.isBlank()) {
            return false;
        }
        try {
            name = reading.resolve(name).strip();
        } catch (BadValue e) {
            return false; // its reader reports it
        }
        Set<String> offered = OfferReader.offers(kind, reading.extensions()).keySet();
        if (offered.contains(name) || NamedClasses.isOfBroken(xml, name, reading)) {
            return false;
        }
        String message =
                xml.name
                        + " "
                        + name
                        + " is not there"
                        + NearestName.hint(name, offered)
                        + "; there are: "
                        + String.join(", ", new TreeSet<>(offered))
                        + "; sessions are kept as without a Manager, on each node alone: a Store"
                        + " that nodes share is another way (cluster.html)";
        reading.judge(
                xml, new Finding(xml.at, xml.name + " " + name, Verdict.UNSUPPORTED, message));
        reading.warning(NamedClasses.classAt(xml), message);
        return true;
    }
}
