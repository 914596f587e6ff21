package dev.serval.config;

import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The schema of server.xml and of files with a Context, for editors, made from the declarations
 * that the reader uses. Used by one thread. It is kept as {@code conf/server.xsd}, which {@link
 * ServerSchemaTest} writes and checks; the server never reads it.
 */
final class ServerSchema {
    /** What elements are that have no table, by their names. */
    private static final Map<String, String> OTHERS =
            Map.of(
                    "Alias", "Another name of a Host, as text; *.example.com: one more label.",
                    "GlobalNamingResources", "What realms name, and all applications may link to.",
                    "Listener", "Is told when the server starts and stops.",
                    "UpgradeProtocol", "What connections may speak beside HTTP/1.1.",
                    "Transaction", "What applications find as java:comp/UserTransaction.",
                    "ResourceEnvRef", "An object that the applications of a Context look up.",
                    "WatchedResource", "A file of the application that reloads it, as text.");

    /** Those with a text alone. */
    private static final Set<String> TEXTS = Set.of("Alias", "WatchedResource");

    private final StringBuilder out = new StringBuilder();

    private ServerSchema() {}

    /** The whole schema. */
    static String xsd() {
        ServerSchema schema = new ServerSchema();
        schema.head();
        schema.types();
        elements().forEach(schema::element);
        schema.lines("</xs:schema>");
        return schema.out.toString();
    }

    /** All elements that are read. */
    static Set<String> elements() {
        Set<String> names = new TreeSet<>(OtherElements.places().keySet());
        names.add("Server");
        ElementTables.KINDS.forEach(kind -> names.add(kind.element()));
        return names;
    }

    private void head() {
        lines(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                "<!-- Generated from the classes of dev.serval.config; edit those. For editors: the"
                        + " server does not read it. -->",
                "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">");
    }

    /** An empty value counts as none, and a placeholder may stand anywhere. */
    private void types() {
        simpleType("later", "(.*\\$\\{.*\\}.*)?");
        for (Unit unit : Unit.values()) {
            String suffixes = anyCase(unit.suffixes());
            String behind = suffixes.isEmpty() ? "" : " *(" + suffixes + ")?";
            simpleType(type(unit), "([+\\-]?[0-9]+" + behind + "|.*\\$\\{.*\\}.*)?");
        }
        simpleType("spelled", anyCase(List.of("true", "false", "yes", "no", "on", "off")));
        lines("  <xs:simpleType name=\"flag\">");
        union("    ", "spelled later", Format.bool().choices());
        lines("  </xs:simpleType>");
    }

    /** A pattern of words, whatever is a capital in them. */
    private static String anyCase(Collection<String> words) {
        StringBuilder pattern = new StringBuilder();
        for (String word : words) {
            pattern.append(pattern.isEmpty() ? "" : "|");
            for (char letter : word.toLowerCase(Locale.ROOT).toCharArray()) {
                pattern.append('[')
                        .append(letter)
                        .append(Character.toUpperCase(letter))
                        .append(']');
            }
        }
        return pattern.toString();
    }

    private static String type(Unit unit) {
        return unit == Unit.NONE ? "number" : unit.name().toLowerCase(Locale.ROOT);
    }

    private void simpleType(String name, String pattern) {
        lines(
                "  <xs:simpleType name=\"" + name + "\">",
                "    <xs:restriction base=\"xs:token\">",
                "      <xs:pattern value=\"" + text(pattern) + "\"/>",
                "    </xs:restriction>",
                "  </xs:simpleType>");
    }

    private void element(String name) {
        if (TEXTS.contains(name)) {
            lines("  <xs:element name=\"" + name + "\" type=\"xs:token\">");
            annotation("    ", OTHERS.get(name));
            lines("  </xs:element>");
            return;
        }
        AttributeTable fixed = ElementTables.FIXED.get(name);
        List<AttributeTable> tables = fixed == null ? offered(name) : List.of(fixed);
        String doc = OTHERS.get(name);
        if (doc == null) {
            doc = fixed == null ? said(name, tables) : fixed.doc();
        }
        lines("  <xs:element name=\"" + name + "\">");
        annotation("    ", doc);
        lines("    <xs:complexType>");
        children(name);
        if (fixed == null) {
            merged(name, tables);
        } else {
            fixed.attributes().forEach(each -> attribute(each, each.doc(), each.required()));
        }
        without(name, fixed);
        if (fixed == null && kinds(name).findAny().isPresent() || fixed != null && fixed.isOpen()) {
            lines("      <xs:anyAttribute processContents=\"skip\"/>");
        }
        lines("    </xs:complexType>", "  </xs:element>");
    }

    private static String said(String name, List<AttributeTable> tables) {
        Set<String> said = new LinkedHashSet<>();
        tables.forEach(table -> said.add(table.element() + ": " + table.doc()));
        return said.isEmpty() ? name : String.join(" ", said);
    }

    private static Stream<Kind<?>> kinds(String element) {
        return ElementTables.KINDS.stream().filter(kind -> kind.element().equals(element));
    }

    private static List<Offer<?>> offers(String element) {
        Set<Offer<?>> offers = new LinkedHashSet<>();
        kinds(element)
                .forEach(kind -> offers.addAll(OfferReader.offers(kind, Extensions.NONE).values()));
        return List.copyOf(offers);
    }

    private static List<AttributeTable> offered(String element) {
        Map<String, AttributeTable> tables = new LinkedHashMap<>();
        for (Offer<?> offer : offers(element)) {
            AttributeTable table = OfferReader.table(offer.kind(), offer.declaration().get());
            tables.putIfAbsent(table.element(), table);
        }
        if (element.equals("Resource")) {
            tables.put(element, ResourceTables.TABLE);
            tables.put("UserDatabase", UserDatabaseReader.TABLE);
        }
        return List.copyOf(tables.values());
    }

    private void children(String parent) {
        Set<String> read = new TreeSet<>();
        OtherElements.places()
                .forEach(
                        (name, parents) -> {
                            if (parents.contains(parent)) {
                                read.add(name);
                            }
                        });
        ElementTables.KINDS.stream()
                .filter(kind -> kind.parents().contains(parent))
                .forEach(kind -> read.add(kind.element()));
        for (Offer<?> offer : offers(parent)) {
            offer.declaration().get().parts().forEach(part -> read.add(part.element()));
        }
        Set<String> known = new TreeSet<>(KnownNames.get().elements(parent));
        known.removeAll(read);
        if (read.isEmpty() && known.isEmpty()) {
            return;
        }
        lines("      <xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">");
        read.forEach(name -> lines("        <xs:element ref=\"" + name + "\"/>"));
        for (String name : known) {
            lines("        <xs:element name=\"" + name + "\" type=\"xs:anyType\">");
            annotation("          ", "Known to Tomcat; has no effect here yet.");
            lines("        </xs:element>");
        }
        lines("      </xs:choice>");
    }

    /** Attributes of all that an element may be, each once. */
    private void merged(String element, List<AttributeTable> tables) {
        Map<String, List<Attribute<?>>> all = new LinkedHashMap<>();
        Map<String, Set<String>> docs = new LinkedHashMap<>();
        for (AttributeTable table : tables) {
            for (Attribute<?> each : table.attributes()) {
                if (each.name().endsWith("*")) {
                    continue; // no name of an attribute, and any is allowed
                }
                all.computeIfAbsent(each.name(), name -> new ArrayList<>()).add(each);
                String whose = tables.size() == 1 ? "" : table.element() + ": ";
                docs.computeIfAbsent(each.name(), name -> new LinkedHashSet<>())
                        .add(whose + each.doc());
            }
        }
        if (kinds(element).findAny().isPresent() && !element.equals("Resource")) {
            all.remove("className");
            Set<String> names = new TreeSet<>();
            offers(element).forEach(offer -> names.addAll(offer.classNames()));
            boolean needed = kinds(element).noneMatch(OfferReader::mayNameNone);
            lines(
                    "      <xs:attribute name=\"className\""
                            + (needed ? " use=\"required\"" : "")
                            + ">");
            annotation("        ", "What it is.");
            choice("xs:token", names);
            lines("      </xs:attribute>");
        }
        all.forEach(
                (name, each) -> {
                    Set<Format<?>> kinds = new LinkedHashSet<>();
                    each.forEach(one -> kinds.add(comparable(one.format())));
                    Attribute<?> first = each.get(0);
                    String doc = String.join(" ", docs.get(name));
                    boolean required = element.equals("Resource") && name.equals("name");
                    if (kinds.size() > 1) {
                        first = Attribute.text(name, doc);
                    }
                    attribute(first, doc, required);
                });
    }

    private static Format<?> comparable(Format<?> format) {
        return new Format<>("", null, format.choices(), format.unit());
    }

    private void attribute(Attribute<?> attribute, String doc, boolean required) {
        Format<?> format = attribute.format();
        String type = "";
        if (format.unit() != null) {
            type = " type=\"" + type(format.unit()) + "\"";
        } else if (format.choices().equals(Format.bool().choices())) {
            type = " type=\"flag\"";
        } else if (format.choices().isEmpty()) {
            type = " type=\"xs:string\"";
        }
        String use = required ? " use=\"required\"" : "";
        lines("      <xs:attribute name=\"" + attribute.name() + "\"" + type + use + ">");
        String fallback = attribute.shownDefault();
        annotation(
                "        ",
                doc
                        + " Value: "
                        + format.words()
                        + (fallback.isEmpty() ? "." : "; default: " + fallback + "."));
        if (type.isEmpty()) {
            choice("later", format.choices());
        }
        lines("      </xs:attribute>");
    }

    private void choice(String others, Iterable<String> values) {
        lines("        <xs:simpleType>");
        union("          ", others, values);
        lines("        </xs:simpleType>");
    }

    private void union(String indent, String others, Iterable<String> values) {
        lines(
                indent + "<xs:union memberTypes=\"" + others + "\">",
                indent + "  <xs:simpleType>",
                indent + "    <xs:restriction base=\"xs:token\">");
        for (String value : values) {
            lines(indent + "      <xs:enumeration value=\"" + text(value) + "\"/>");
        }
        lines(
                indent + "    </xs:restriction>",
                indent + "  </xs:simpleType>",
                indent + "</xs:union>");
    }

    /** Those that have no effect, and those of older Tomcats. */
    private void without(String element, AttributeTable table) {
        if (table == null) {
            return;
        }
        Set<String> names = new TreeSet<>(KnownNames.get().attributes(element));
        if (element.equals("Connector")) {
            names.addAll(LegacyTls.names());
        }
        for (String name : names) {
            if (table.attribute(name) == null && !name.contains("*")) {
                lines("      <xs:attribute name=\"" + name + "\" type=\"xs:string\">");
                String doc =
                        LegacyTls.has(name) && element.equals("Connector")
                                ? "Of Tomcat 9 and older; SSLHostConfig replaces it."
                                : "Known to Tomcat; has no effect here.";
                annotation("        ", doc);
                lines("      </xs:attribute>");
            }
        }
    }

    private void annotation(String indent, String doc) {
        lines(
                indent
                        + "<xs:annotation><xs:documentation>"
                        + text(doc)
                        + "</xs:documentation></xs:annotation>");
    }

    private void lines(String... lines) {
        for (String line : lines) {
            out.append(line).append('\n');
        }
    }

    private static String text(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
