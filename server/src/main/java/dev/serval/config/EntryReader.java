package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.naming.EntryType;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code Parameter} and {@code Environment}; for {@link ContextReader}. Stateless. */
final class EntryReader {
    private static final Attribute<Boolean> OVERRIDE =
            Attribute.of(
                    "override",
                    Format.bool(),
                    true,
                    "Whether a later descriptor and the application's web.xml may replace it.");
    private static final Attribute<String> DESCRIPTION =
            Attribute.of("description", Format.text(), null, "For people.");

    private static final Attribute<String> NAME =
            Attribute.of("name", Format.text(), null, "Of the parameter.").needed();
    private static final Attribute<String> VALUE =
            Attribute.of("value", Format.text(), "", "Of the parameter.").needed();
    static final AttributeTable PARAMETER =
            new AttributeTable(
                    "Parameter",
                    "An initialisation parameter of the application.",
                    List.of(NAME, VALUE, OVERRIDE, DESCRIPTION));

    private static final Attribute<String> ENTRY_NAME =
            Attribute.of("name", ResourceTables.name(), null, "Below java:comp/env.").needed();
    private static final Attribute<EntryType> ENTRY_TYPE =
            Attribute.of(
                            "type",
                            Format.choice(
                                    Stream.of(EntryType.values())
                                            .collect(
                                                    Collectors.toMap(
                                                            EntryType::className,
                                                            Function.identity()))),
                            (EntryType) null,
                            "Of the value.")
                    .needed();
    private static final Attribute<String> ENTRY_VALUE =
            Attribute.of("value", Format.text(), null, "In the form of its type.").needed();
    static final AttributeTable ENVIRONMENT =
            new AttributeTable(
                    "Environment",
                    "A value that the application looks up.",
                    List.of(ENTRY_NAME, ENTRY_TYPE, ENTRY_VALUE, OVERRIDE, DESCRIPTION));

    private EntryReader() {}

    static void parameter(XmlElement xml, Map<String, ContextEntry<String>> into, Reading reading) {
        Values values = AttributeReader.read(PARAMETER, xml, reading);
        OtherElements.reportAll(xml, reading);
        if (values.get(NAME) != null) {
            ContextEntry.add(
                    into,
                    values.get(NAME),
                    new ContextEntry<>(values.get(VALUE), values.get(OVERRIDE)));
        }
    }

    static void environment(
            XmlElement xml, Map<String, ContextEntry<Object>> into, Reading reading) {
        Values values = AttributeReader.read(ENVIRONMENT, xml, reading);
        OtherElements.reportAll(xml, reading);
        String name = values.get(ENTRY_NAME);
        EntryType type = values.get(ENTRY_TYPE);
        String text = values.get(ENTRY_VALUE);
        if (name == null || type == null || text == null) {
            return; // reported before
        }
        try {
            Object value = type.parse(text);
            ContextEntry.add(into, name, new ContextEntry<>(value, values.get(OVERRIDE)));
        } catch (IllegalArgumentException e) {
            reading.error(
                    values.at(ENTRY_VALUE),
                    "value of Environment is \""
                            + text
                            + "\", which is not "
                            + type.words()
                            + " ("
                            + type.className()
                            + ")");
        }
    }
}
