package dev.serval.container;

import dev.serval.config.ContextXml;
import dev.serval.config.Location;
import dev.serval.config.XmlElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What the context descriptors of a web application ask for and cannot be had yet. Immutable. It
 * fails closed: an application whose protection we do not understand is not served.
 *
 * @param reason why it is not served; null when it is
 * @param at what stands there keeps it from being served; null for the application as a whole
 * @param allowed who may come in; null means everybody
 */
record Protection(String reason, Location at, AddressRule allowed) {
    private static final String CIDR = "org.apache.catalina.valves.RemoteCIDRValve";
    private static final Set<String> CIDR_ATTRIBUTES = Set.of("className", "allow", "deny");
    private static final String CLOSED =
            ", and nothing is served without the protection that it may ask for; take it out if you"
                    + " can do without";

    /**
     * @param discovered in the appBase of its host
     * @param shown how messages call a file
     */
    static Protection of(Place place, boolean discovered, Function<Path, String> shown) {
        String unread = UnreadDescriptors.refusal(place);
        if (unread != null) {
            return refused(unread, null);
        }
        List<XmlElement> valves = new ArrayList<>();
        try {
            for (Path file :
                    place.contextXmls(discovered).filter(f -> !Files.notExists(f)).toList()) {
                for (XmlElement valve :
                        ContextXml.valves(new ContextXml.Source(file, shown.apply(file)))) {
                    if (!isRead(valve, discovered)) {
                        valves.add(valve);
                    }
                }
            }
        } catch (IOException e) {
            return refused("its descriptors cannot be read: " + e.getMessage(), null);
        }
        AddressRule allowed = null;
        for (XmlElement valve : valves) {
            String lack = lack(valve);
            if (lack == null && allowed != null) {
                lack = "there is another Valve already, and only one is possible yet";
            }
            if (lack != null) {
                return refused(lack + CLOSED, valve.at);
            }
            try {
                allowed = AddressRule.of(valve.raw("allow"), valve.raw("deny"));
            } catch (IllegalArgumentException e) {
                return refused("Valve " + CIDR + ": " + e.getMessage(), valve.at);
            }
        }
        return new Protection(null, null, allowed);
    }

    /** Why it is not served, with the place; null when it is. */
    String refusal() {
        return at == null ? reason : at + ": " + reason;
    }

    private static Protection refused(String reason, Location at) {
        return new Protection(reason.replaceAll("\\s+", " "), at, null);
    }

    private static boolean isRead(XmlElement valve, boolean discovered) {
        String type = String.valueOf(valve.raw("className"));
        return discovered && ContextXml.isAuthenticator(type) || ContextXml.isAccessLog(type);
    }

    /** What of a valve is not there; null for nothing. */
    private static String lack(XmlElement valve) {
        String type = valve.raw("className");
        if (!CIDR.equals(type)) {
            return type == null ? "Valve has no className" : "Valve " + type + " is not there yet";
        }
        return valve.attributes.keySet().stream()
                .filter(name -> !CIDR_ATTRIBUTES.contains(name))
                .map(name -> name + " of Valve " + CIDR + " is not there yet")
                .findFirst()
                .orElse(null);
    }
}
