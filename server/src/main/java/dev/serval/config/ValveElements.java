package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.BadValue;
import dev.serval.settings.NearestName;
import dev.serval.valve.Valve;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements {@code Valve} of one Engine, Host or Context: the one place that knows which classes
 * there are. Used by the reader of that element.
 */
final class ValveElements {
    private static final List<String> PREFIXES =
            List.of("org.apache.catalina.valves.", "org.apache.catalina.authenticator.");

    private final String parent;
    private final Reading reading;
    private final List<Factory<Valve>> all = new ArrayList<>();
    private boolean hasRemoteIp;
    private AuthenticatorConfig authenticator;
    private SingleSignOn.Settings singleSignOn;

    /**
     * @param parent the element that they stand in
     */
    ValveElements(String parent, Reading reading) {
        this.parent = parent;
        this.reading = reading;
    }

    /** Those that stand around requests, in their order. */
    List<Factory<Valve>> all() {
        return all;
    }

    /** What one of them says of logins; null for none. */
    AuthenticatorConfig authenticator() {
        return authenticator;
    }

    /** What one of them says of shared logins; null for none. */
    SingleSignOn.Settings singleSignOn() {
        return singleSignOn;
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
            if (isKnown(name) || isOffered(name) || AuthenticatorConfig.is(name, reading)) {
                isRead(xml, name);
            }
        } catch (BadValue e) {
            // Whoever deploys it tells.
        }
    }

    /** Who may come in holds, too, where a descriptor says it within another element. */
    void readNested(XmlElement parent) {
        for (XmlElement child : parent.children) {
            if (!child.name.equals("Valve")) {
                readNested(child);
            } else if (AddressReader.is(String.valueOf(child.raw("className")).strip())) {
                readKnown(child);
            }
        }
    }

    /** Whether a valve of that class is read in a descriptor. */
    static boolean isKnown(String className) {
        return AccessLogReader.is(className)
                || AddressReader.is(className)
                || ErrorReportReader.is(className)
                || AuthenticatorReader.is(className);
    }

    private boolean isRead(XmlElement xml, String name) {
        // The one that most files have comes first: readers take time to load.
        if (AccessLogReader.is(name)) {
            AccessLogConfig log = AccessLogReader.read(xml, reading);
            if (log != null) {
                all.add(log);
            }
        } else if (AddressReader.is(name)) {
            Factory<Valve> rule = AddressReader.read(xml, name, reading);
            if (rule != null) {
                all.add(rule);
            }
        } else if (RemoteIpReader.is(name)) {
            remoteIp(xml);
        } else if (ErrorReportReader.is(name)) {
            ErrorReportReader.read(xml, reading);
        } else if (SingleSignOnReader.is(name) && parent.equals("Host")) {
            singleSignOn = SingleSignOnReader.read(xml, singleSignOn, reading);
        } else if (AuthenticatorConfig.is(name, reading) && parent.equals("Context")) {
            authenticator = AuthenticatorConfig.read(xml, authenticator, reading);
        } else if (isOffered(name)) {
            OfferReader.Read<Valve> read = OfferReader.read(Kind.VALVE, xml, List.of(), reading);
            if (read != null) {
                all.add(read.factory());
            }
        } else {
            return false;
        }
        return true;
    }

    /** Whether an extension has it. */
    private boolean isOffered(String name) {
        return reading.extensions().offers(Kind.VALVE).containsKey(name);
    }

    private void remoteIp(XmlElement xml) {
        if (parent.equals("Context")) {
            reading.error(
                    xml.at,
                    "a RemoteIpValve in Context would come too late, for the Context"
                            + " is found by then; put it into the Host or the Engine");
            return;
        }
        if (hasRemoteIp) {
            reading.error(xml.at, "there is a RemoteIpValve in this element already");
        }
        hasRemoteIp = true;
        all.add(new RemoteIpFactory(RemoteIpReader.read(xml, reading)));
    }

    private void other(XmlElement xml, String name) {
        KnownNames known = KnownNames.get();
        String full = full(name, known);
        if (SingleSignOnReader.is(name)) {
            reading.warning(
                    NamedClasses.classAt(xml),
                    "Valve "
                            + name
                            + " belongs into a Host, whose applications share its logins; here it"
                            + " has no effect, and users log in to each application");
        } else if (AuthenticatorConfig.is(name, reading)) {
            reading.error(
                    NamedClasses.classAt(xml),
                    "Valve "
                            + name
                            + " belongs into a Context, whose users it lets log in; nothing is"
                            + " served without what it may protect");
        } else if (known.classes("valve").contains(full)) {
            NamedClasses.noEffect(xml, name, reading);
        } else if (known.classes("protects").contains(full)) {
            NamedClasses.refuse(xml, name, reading);
        } else {
            List<String> names = new ArrayList<>(known.classes("valve"));
            names.addAll(known.classes("protects"));
            names.addAll(AddressReader.NAMES);
            names.addAll(ErrorReportReader.NAMES);
            names.add(ClassNames.ACCESS_LOG);
            names.add("AccessLog");
            names.add(RemoteIpReader.CLASS);
            names.add("RemoteIpValve");
            names.add(SingleSignOnReader.CLASS);
            names.addAll(OfferReader.offers(Kind.AUTHENTICATOR, reading).keySet());
            names.addAll(reading.extensions().offers(Kind.VALVE).keySet());
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
