package dev.serval.tests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The elements of a server.xml by their names, and what tells them from others: {@code
 * Connector[8080]}, {@code Valve[AccessLogValve]}. Immutable.
 *
 * @param names all but those that only hold others
 * @param ports those of connectors, as written, in their order
 */
record NamedElements(Set<String> names, List<Integer> ports) {
    private static final Set<String> HOLDING = Set.of("Server", "Service", "GlobalNamingResources");
    private static final List<String> KEYS =
            List.of("className", "name", "port", "hostName", "path");

    static NamedElements of(Path file) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        NodeList all = document.getElementsByTagName("*");
        Set<String> names = new TreeSet<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (!HOLDING.contains(element.getTagName())) {
                names.add(name(element));
            }
            if (element.getTagName().equals("Connector")) {
                ports.add(Integer.valueOf(element.getAttribute("port")));
            }
        }
        return new NamedElements(names, ports);
    }

    private static String name(Element element) {
        for (String key : KEYS) {
            String value = element.getAttribute(key);
            if (!value.isEmpty() && !value.startsWith("${")) {
                return element.getTagName()
                        + "["
                        + (key.equals("className")
                                ? value.substring(value.lastIndexOf('.') + 1)
                                : value)
                        + "]";
            }
        }
        return element.getTagName();
    }
}
