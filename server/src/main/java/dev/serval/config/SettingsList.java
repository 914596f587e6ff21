package dev.serval.config;

import dev.serval.config.Reading.ReadElement;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.ResourceElement;
import dev.serval.monitor.EffectiveSetting;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The effective attributes of a file, each with its origin: those in the file, those given from
 * outside, and the defaults of all others. Made on request. Thread-safe, since the reading is over.
 */
final class SettingsList implements Supplier<List<EffectiveSetting>> {
    private static final String HIDDEN = "***";
    private static final Pattern SECRET_PART =
            Pattern.compile(
                    "(?i)((?:password|passwd|pwd|secret|token|credentials?)\\s*=)[^;&,\\s]*");
    private static final Pattern SECRET_OF_USER = Pattern.compile("(//[^/?#:@\\s]*:)[^/?#@\\s]*@");

    private final XmlElement root;
    private final Reading reading;

    SettingsList(XmlElement root, Reading reading) {
        this.root = root;
        this.reading = reading;
    }

    @Override
    public synchronized List<EffectiveSetting> get() {
        Map<XmlElement, String> paths = new IdentityHashMap<>();
        List<XmlElement> order = new ArrayList<>();
        walk(root, "", paths, order);
        Map<XmlElement, List<ReadElement>> read = new IdentityHashMap<>();
        for (ReadElement each : reading.elements()) {
            read.computeIfAbsent(each.element(), key -> new ArrayList<>()).add(each);
        }
        List<EffectiveSetting> all = new ArrayList<>();
        for (XmlElement element : order) {
            Set<String> done = new HashSet<>();
            for (XmlElement.Attr attr : element.attributes.values()) {
                done.add(attr.name());
                all.add(
                        new EffectiveSetting(
                                paths.get(element),
                                attr.name(),
                                isSecret(element, attr.name()) ? HIDDEN : text(attr),
                                attr.at().toString()));
            }
            for (ReadElement each : read.getOrDefault(element, List.of())) {
                for (Attribute<?> attribute : each.table().attributes()) {
                    if (done.add(attribute.name()) && !attribute.name().endsWith("*")) {
                        all.add(fallback(paths.get(element), each, attribute));
                    }
                }
            }
        }
        return all;
    }

    private void walk(
            XmlElement element,
            String path,
            Map<XmlElement, String> paths,
            List<XmlElement> order) {
        paths.put(element, path.isEmpty() ? element.name : path);
        order.add(element);
        for (XmlElement child : element.children) {
            FoundElements alike = new FoundElements(element.children(child.name));
            String name = alike.written(child, reading);
            walk(child, path.isEmpty() ? name : path + "/" + name, paths, order);
        }
    }

    private boolean isSecret(XmlElement element, String attribute) {
        // The word that a client has to send to stop the server.
        if (element == root && attribute.equals("shutdown")) {
            return true;
        }
        // The value of an Environment or a Parameter whose name suggests a secret.
        XmlElement.Attr name = element.attributes.get("name");
        return attribute.equals("value") && name != null && ResourceElement.isSecret(name.value());
    }

    private String text(XmlElement.Attr attr) {
        if (ResourceElement.isSecret(attr.name()) || SecretFiles.isIn(attr.value())) {
            return HIDDEN;
        }
        try {
            String text = reading.resolve(attr.value());
            return SECRET_OF_USER
                    .matcher(SECRET_PART.matcher(text).replaceAll("$1" + HIDDEN))
                    .replaceAll("$1" + HIDDEN + "@");
        } catch (BadValue e) {
            return attr.value();
        }
    }

    private static EffectiveSetting fallback(
            String path, ReadElement element, Attribute<?> attribute) {
        if (element.values().isCompatible() && attribute.compatible() != null) {
            return new EffectiveSetting(
                    path,
                    attribute.name(),
                    String.valueOf(attribute.compatible()),
                    "default of compat=\"tomcat\"");
        }
        String shown = attribute.shownDefault();
        return new EffectiveSetting(
                path, attribute.name(), shown.isEmpty() ? null : shown, "default");
    }
}
