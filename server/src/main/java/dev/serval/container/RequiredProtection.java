package dev.serval.container;

import dev.serval.config.ContextXml;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Offer.Factory;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The protection that the context descriptors of a web application require but the server lacks.
 * Immutable. It fails closed: an application whose protection is not understood is not served.
 *
 * @param reason why it is not served; null if it is
 * @param at the place that keeps it from being served; null for the application as a whole
 * @param valves the protecting valves in files of which nothing else is read
 */
record RequiredProtection(String reason, Location at, List<Factory<Valve>> valves) {
    private static final String CLOSED =
            ", and nothing is served without the protection that it may ask for; remove it if you"
                    + " can do without it";

    /**
     * @param discovered in the appBase of its host
     * @param shown the name of a file in messages
     */
    static RequiredProtection of(
            WebappPaths place, boolean discovered, Function<Path, String> shown) {
        String unread = UnreadDescriptors.refusal(place);
        if (unread != null) {
            return refused(unread, null);
        }
        List<Factory<Valve>> valves = new ArrayList<>();
        Extensions extensions = place.layout().loaders().extensions();
        Set<Path> defaults = place.defaults().collect(Collectors.toSet());
        try {
            for (Path file :
                    place.contextXmls(discovered).filter(f -> !Files.notExists(f)).toList()) {
                ContextXml.Source source = new ContextXml.Source(file, shown.apply(file));
                boolean read = discovered || defaults.contains(file);
                boolean barred = !discovered && !place.deployXml() && file.equals(place.own());
                for (ContextXml.Found valve : ContextXml.valves(source)) {
                    if (barred) {
                        return refused(ContextDescriptors.refusal(place), valve.xml().at);
                    }
                    // Inside other elements only protecting valves are read.
                    boolean whole = read && !valve.nested();
                    String lack = lack(valve.xml(), discovered && whole, whole, extensions);
                    if (lack != null) {
                        return refused(lack + CLOSED, valve.xml().at);
                    }
                }
                if (!read) {
                    valves.addAll(ContextXml.protecting(source, extensions));
                }
            }
        } catch (IOException e) {
            return refused("its descriptors cannot be read: " + e.getMessage(), null);
        }
        return new RequiredProtection(null, null, List.copyOf(valves));
    }

    /** Why it is not served, with the place; null if it is. */
    String refusal() {
        return at == null ? reason : at + ": " + reason;
    }

    private static RequiredProtection refused(String reason, Location at) {
        return new RequiredProtection(reason.replaceAll("\\s+", " "), at, List.of());
    }

    /**
     * Why a valve cannot be used; null if it can.
     *
     * @param logins whether it may be an authenticator
     * @param whole whether it is read even if it may not protect
     */
    private static String lack(
            XmlElement valve, boolean logins, boolean whole, Extensions extensions) {
        String type = valve.raw("className");
        if (type == null) {
            return "Valve has no className";
        }
        boolean known =
                ContextXml.isKnown(type, whole, extensions)
                        || logins && ContextXml.isAuthenticator(type, extensions);
        if (known) {
            return null;
        }
        return extensions == Extensions.BROKEN && !type.startsWith("org.apache.")
                ? "Valve " + type + " may be of the extension that cannot be used"
                : "Valve " + type + " is not supported yet";
    }
}
