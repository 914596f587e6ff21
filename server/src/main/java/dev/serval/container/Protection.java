package dev.serval.container;

import dev.serval.config.ContextXml;
import dev.serval.config.SecureXml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.xml.stream.XMLStreamException;

/**
 * What the context descriptors of a web application ask for and cannot be had yet. Immutable. It
 * fails closed: an application whose protection we do not understand is not served.
 *
 * @param refusal why it is not served; null when it is
 * @param allowed who may come in; null means everybody
 */
record Protection(String refusal, AddressRule allowed) {
    private static final String CIDR = "org.apache.catalina.valves.RemoteCIDRValve";
    private static final Set<String> CIDR_ATTRIBUTES = Set.of("className", "allow", "deny");

    /**
     * @param discovered in the appBase of its host
     */
    static Protection of(Place place, boolean discovered) {
        String unread = UnreadDescriptors.refusal(place);
        if (unread != null) {
            return refused(unread);
        }
        AddressRule allowed = null;
        try {
            List<Map<String, String>> valves = new ArrayList<>();
            for (Path file : place.contextXmls(discovered).filter(Files::exists).toList()) {
                scan(
                        file,
                        (name, attributes) -> {
                            String type = String.valueOf(attributes.get("className"));
                            boolean read =
                                    discovered && ContextXml.isAuthenticator(type)
                                            || ContextXml.isAccessLog(type);
                            if (name.equals("Valve") && !read) {
                                valves.add(attributes);
                            }
                        });
            }
            for (Map<String, String> valve : valves) {
                boolean understood =
                        CIDR.equals(valve.get("className"))
                                && CIDR_ATTRIBUTES.containsAll(valve.keySet())
                                && valves.size() == 1;
                if (!understood) {
                    return refused(
                            "a context.xml has the Valve "
                                    + Objects.toString(valve.get("className"))
                                    + ", which is not there yet");
                }
                allowed = AddressRule.of(valve.get("allow"), valve.get("deny"));
            }
            return new Protection(null, allowed);
        } catch (IOException | XMLStreamException | IllegalArgumentException e) {
            return refused(
                    "its descriptors cannot be read: "
                            + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
    }

    private static Protection refused(String reason) {
        return new Protection(reason, null);
    }

    private static void scan(Path file, BiConsumer<String, Map<String, String>> visitor)
            throws IOException, XMLStreamException {
        try (InputStream in = Files.newInputStream(file)) {
            SecureXml.scan(in, visitor);
        }
    }
}
