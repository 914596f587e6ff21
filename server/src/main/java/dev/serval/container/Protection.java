package dev.serval.container;

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
import java.util.TreeSet;
import java.util.function.BiConsumer;
import javax.xml.stream.XMLStreamException;

/**
 * What the files of a web application ask for and cannot be had yet. Immutable. It fails closed: an
 * application whose protection we do not understand is not served.
 *
 * @param refusal why it is not served; null when it is
 * @param allowed who may come in; null means everybody
 * @param warnings what is in the files and has no effect
 */
record Protection(String refusal, AddressRule allowed, List<String> warnings) {
    private static final String CIDR = "org.apache.catalina.valves.RemoteCIDRValve";
    private static final Set<String> CIDR_ATTRIBUTES = Set.of("className", "allow", "deny");

    static Protection of(Place place) {
        List<String> warnings = new ArrayList<>();
        AddressRule allowed = null;
        try {
            for (Path file : place.webXmls().filter(Files::exists).toList()) {
                Set<String> names = new TreeSet<>();
                scan(file, (name, attributes) -> names.add(name));
                if (names.contains("security-constraint")) {
                    return refused(file + " has a security-constraint, which is not there yet");
                }
                if (names.contains("filter-mapping")) {
                    // It may be what protects the files.
                    return refused(file + " has a filter-mapping, which is not there yet");
                }
                names.retainAll(Set.of("servlet", "listener"));
                if (!names.isEmpty() && file.startsWith(place.docBase())) {
                    warnings.add(
                            place.docBase().relativize(file)
                                    + " has "
                                    + String.join(", ", names)
                                    + ": only the static files are served yet");
                }
            }
            Path fragment = Fragments.withConstraint(place.docBase());
            if (fragment != null) {
                return refused(
                        fragment
                                + " has a security-constraint or a filter-mapping, which are not"
                                + " there yet");
            }
            List<Map<String, String>> valves = new ArrayList<>();
            for (Path file : place.contextXmls().filter(Files::exists).toList()) {
                scan(
                        file,
                        (name, attributes) -> {
                            if (name.equals("Valve")) {
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
            return new Protection(null, allowed, warnings);
        } catch (IOException | XMLStreamException | IllegalArgumentException e) {
            return refused(
                    "its descriptors cannot be read: "
                            + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
    }

    private static Protection refused(String reason) {
        return new Protection(reason, null, List.of());
    }

    private static void scan(Path file, BiConsumer<String, Map<String, String>> visitor)
            throws IOException, XMLStreamException {
        try (InputStream in = Files.newInputStream(file)) {
            SecureXml.scan(in, visitor);
        }
    }
}
