package dev.serval.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Listeners, valves and realms: elements that are what their {@code className} says. Stateless. */
final class NamedClasses {
    private static final List<String> PREFIXES =
            List.of("org.apache.catalina.valves.", "org.apache.catalina.authenticator.");

    private NamedClasses() {}

    /** A listener: none has an effect yet. Empty when its class is missing. */
    static List<ListenerConfig> listener(XmlElement xml, Reading reading) {
        String name = className(xml, reading);
        if (name == null) {
            return List.of();
        }
        KnownNames known = KnownNames.get();
        if (known.classes("protects").contains(name)) {
            refuse(xml, name, reading);
        } else if (known.classes("listener").contains(name)) {
            noEffect(xml, name, reading);
        } else {
            String hint = NearestName.hint(name, known.classes("listener"));
            reading.warning(
                    classAt(xml), "Listener " + name + " is not known" + hint + "; it is ignored");
        }
        return List.of(new ListenerConfig(xml.at, name));
    }

    /** A realm that is not there: nobody is to find out by everybody being let in, or nobody. */
    static void refuseRealm(
            XmlElement xml, String name, Collection<String> there, Reading reading) {
        if (KnownNames.get().classes("realm").contains(name)) {
            reading.error(
                    classAt(xml),
                    "Realm "
                            + name
                            + " is not there yet, and nothing is served with users of another one;"
                            + " there are: "
                            + String.join(", ", new TreeSet<>(there)));
        } else {
            reading.error(
                    classAt(xml),
                    "Realm " + name + " is not known" + NearestName.hint(name, there));
        }
    }

    /** A valve: an access log, or null when it is another one or has an error. */
    static AccessLogConfig valve(XmlElement xml, Reading reading) {
        String name = className(xml, reading);
        if (name == null) {
            return null;
        }
        if (AccessLogReader.is(name)) {
            return AccessLogReader.read(xml, reading);
        }
        KnownNames known = KnownNames.get();
        String full = full(name, known);
        if (SingleSignOnReader.is(name)) {
            reading.warning(
                    classAt(xml),
                    "Valve "
                            + name
                            + " belongs into a Host, whose applications share its logins; here it"
                            + " has no effect, and users log in to each application");
            return null;
        }
        if (AuthenticatorReader.is(name)) {
            reading.error(
                    classAt(xml),
                    "Valve "
                            + name
                            + " belongs into a Context, whose users it lets log in; nothing is"
                            + " served without what it may protect");
            return null;
        }
        if (known.classes("valve").contains(full)) {
            noEffect(xml, name, reading);
        } else if (known.classes("protects").contains(full)) {
            refuse(xml, name, reading);
        } else {
            List<String> names = new ArrayList<>(known.classes("valve"));
            names.addAll(known.classes("protects"));
            names.add(ClassNames.ACCESS_LOG);
            names.add("AccessLog");
            names.add(RemoteIpReader.CLASS);
            names.add("RemoteIpValve");
            names.add(SingleSignOnReader.CLASS);
            reading.error(
                    classAt(xml),
                    "Valve "
                            + name
                            + " is not known"
                            + NearestName.hint(name, names)
                            + "; nothing is served without what it may protect");
        }
        return null;
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

    private static void noEffect(XmlElement xml, String name, Reading reading) {
        reading.warning(
                classAt(xml),
                xml.name
                        + " "
                        + name
                        + " is known, but has no effect here yet"
                        + OtherElements.inside(xml));
    }

    private static void refuse(XmlElement xml, String name, Reading reading) {
        reading.error(
                classAt(xml),
                xml.name
                        + " "
                        + name
                        + " is not there yet, and nothing is served without the protection that it"
                        + " asks for; take it out if you can do without");
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

    private static Location classAt(XmlElement xml) {
        return xml.attributes.get("className").at();
    }
}
