package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.builtin.manager.BuiltInManagers;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.settings.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Elements without effect: known, misplaced and misspelled ones. Stateless. */
final class OtherElements {
    private static final List<String> NAMES = Kind.RESOURCE.parents();

    private static final Map<String, List<String>> PLACES =
            Map.ofEntries(
                    Map.entry("Service", List.of("Server")),
                    Map.entry("Executor", List.of("Service")),
                    Map.entry("Connector", List.of("Service")),
                    Map.entry("SSLHostConfig", List.of("Connector")),
                    Map.entry("Certificate", List.of("SSLHostConfig")),
                    Map.entry("Engine", List.of("Service")),
                    Map.entry("Host", List.of("Engine")),
                    Map.entry("Alias", List.of("Host")),
                    Map.entry("Context", List.of("Host")),
                    Map.entry("Parameter", List.of("Context")),
                    Map.entry("Environment", NAMES),
                    Map.entry("ResourceLink", NAMES),
                    Map.entry("ResourceEnvRef", NAMES),
                    Map.entry("Transaction", NAMES),
                    place(Kind.RESOURCE),
                    Map.entry("CookieProcessor", List.of("Context")),
                    Map.entry("Loader", List.of("Context")),
                    Map.entry("WatchedResource", List.of("Context")),
                    Map.entry("JarScanner", List.of("Context")),
                    Map.entry("JarScanFilter", List.of("JarScanner")),
                    Map.entry("Resources", List.of("Context")),
                    Map.entry("PreResources", List.of("Resources")),
                    Map.entry("JarResources", List.of("Resources")),
                    Map.entry("PostResources", List.of("Resources")),
                    Map.entry("GlobalNamingResources", List.of("Server")),
                    place(Kind.REALM),
                    place(Kind.CREDENTIAL_HANDLER),
                    place(Kind.VALVE),
                    place(BuiltInManagers.MANAGER),
                    place(Kind.SESSION_STORE),
                    place(BuiltInManagers.ID_GENERATOR),
                    Map.entry(
                            "Listener",
                            List.of(
                                    "Server",
                                    "Service",
                                    "Connector",
                                    "Engine",
                                    "Host",
                                    "Context")));

    /** The kinds of elements with class names. */
    private static final List<Kind<?>> OFFERED =
            List.of(
                    Kind.VALVE,
                    BuiltInValves.SINGLE_SIGN_ON,
                    Kind.AUTHENTICATOR,
                    Kind.REALM,
                    Kind.LISTENER,
                    Kind.PROTOCOL,
                    BuiltInManagers.MANAGER,
                    Kind.SESSION_STORE);

    private OtherElements() {}

    private static Map.Entry<String, List<String>> place(Kind<?> kind) {
        return Map.entry(kind.element(), kind.parents());
    }

    /** Elements that are read, and where they belong. */
    static Map<String, List<String>> places() {
        return PLACES;
    }

    static void reportAll(XmlElement parent, Reading reading) {
        parent.children.forEach(child -> report(parent, child, reading));
    }

    /** The same where an unknown element may protect something. */
    static void misplaced(XmlElement parent, XmlElement child, Reading reading) {
        switch (parent.name) {
            case "Realm" -> reading.error(child.at, child.name + " does not belong in this Realm");
            case "CredentialHandler" ->
                    reading.error(child.at, child.name + " does not belong in a CredentialHandler");
            default -> report(parent, child, reading);
        }
    }

    /** Reports an element that its parent's reader does not read. */
    static void report(XmlElement parent, XmlElement child, Reading reading) {
        KnownNames known = KnownNames.get();
        if (child.name.equals(ClusterElement.NAME)
                && known.elements(parent.name).contains(child.name)) {
            ClusterElement.report(parent, child, reading);
            return;
        }
        String what = child.name + " in " + parent.name;
        reading.judge(child, new Finding(child.at, what, Verdict.UNSUPPORTED, ""));
        if (known.elements(parent.name).contains(child.name)) {
            String about = known.about(parent.name, child.name);
            reading.warning(
                    child.at,
                    what + " is known, but has no effect here yet (" + about + ")" + inside(child));
        } else if (child.name.equals(Kind.VALVE.element())) {
            reading.error(
                    child.at,
                    what
                            + " is not allowed: a Valve belongs in "
                            + String.join(", ", Kind.VALVE.parents()));
        } else if (PLACES.containsKey(child.name)) {
            reading.warning(
                    child.at,
                    what
                            + " is ignored: it belongs in "
                            + String.join(", ", PLACES.get(child.name)));
        } else {
            List<String> names = new ArrayList<>(known.elements(parent.name));
            PLACES.forEach(
                    (name, parents) -> {
                        if (parents.contains(parent.name)) {
                            names.add(name);
                        }
                    });
            names.add(Kind.VALVE.element());
            String message =
                    parent.name
                            + " has no element "
                            + child.name
                            + NearestName.hint(child.name, names);
            if (mayProtect(child, names, reading)) {
                reading.error(
                        child.at, message + "; nothing is served without what it may protect");
            } else {
                reading.warning(child.at, message + "; it is ignored with its content");
            }
        }
    }

    /** Whether an unknown element may be a misspelled one that protects something. */
    private static boolean mayProtect(XmlElement child, List<String> names, Reading reading) {
        String near = NearestName.of(child.name, names);
        if (Kind.VALVE.element().equals(near) || Kind.REALM.element().equals(near)) {
            return true;
        }
        String className = String.valueOf(child.raw("className")).strip();
        return KnownNames.get().classes("protects").stream()
                        .anyMatch(known -> ("." + known).endsWith("." + className))
                || OFFERED.stream()
                        .anyMatch(
                                kind ->
                                        OfferReader.offers(kind, reading.extensions())
                                                .containsKey(className));
    }

    /** Added for an element without effect: its inner elements have none either. */
    static String inside(XmlElement element) {
        if (element.children.isEmpty()) {
            return "";
        }
        Set<String> names = new LinkedHashSet<>();
        element.children.forEach(child -> names.add(child.name));
        return ", nor have those in it: " + String.join(", ", names);
    }
}
