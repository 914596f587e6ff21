package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Offer.Factory;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.NearestName;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import dev.serval.valve.Valve;
import dev.serval.valve.address.AddressRule;
import dev.serval.valve.address.AddressSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a {@code Valve} that lets in some addresses: RemoteCIDRValve, RemoteAddrValve. Stateless.
 */
final class AddressReader {
    private static final String PACKAGE = "org.apache.catalina.valves.";
    private static final String BLOCKS = "RemoteCIDRValve";
    private static final String EXPRESSIONS = "RemoteAddrValve";

    /** All that they are called. */
    static final List<String> NAMES =
            List.of(BLOCKS, PACKAGE + BLOCKS, EXPRESSIONS, PACKAGE + EXPRESSIONS);

    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "This, or Tomcat's name of it.")
                    .needed();
    private static final Attribute<Integer> DENY_STATUS =
            Attribute.of(
                    "denyStatus",
                    Format.integer(Unit.NONE, 400, 599),
                    403,
                    "How requests from other addresses are answered.");
    private static final Attribute<Boolean> ADD_CONNECTOR_PORT =
            Attribute.of(
                    "addConnectorPort",
                    Format.bool(),
                    false,
                    "A semicolon and the port of the connector follow the address; then allow and"
                            + " deny have to speak of it.");
    private static final Attribute<Boolean> USE_PEER_ADDRESS =
            Attribute.of(
                    "usePeerAddress",
                    Format.bool(),
                    false,
                    "The address of the connection counts, whatever a RemoteIpValve has found"
                            + " out.");

    private static final Attribute<Boolean> INVALID_AUTHENTICATION =
            Attribute.of(
                    "invalidAuthenticationWhenDeny",
                    Format.bool(),
                    false,
                    "True has no effect but a warning: other addresses are not asked to log in,"
                            + " they are denied.");

    /** Those of every Valve, which protect nothing. */
    private static final Set<String> HARMLESS = Set.of("asyncSupported", "throwOnFailure");

    private static final Kind BLOCKS_KIND =
            new Kind(
                    BLOCKS,
                    "addresses and blocks, with commas",
                    "blocks of addresses such as 10.0.0.0/8, ::1; with addConnectorPort each with a"
                            + " semicolon and a regular expression for the port behind it") {
                @Override
                AddressRule rule(String allow, String deny, boolean ports) {
                    return AddressRule.blocks(allow, deny, ports);
                }
            };
    private static final Kind EXPRESSIONS_KIND =
            new Kind(
                    EXPRESSIONS,
                    "regular expression",
                    "a regular expression for whole addresses; IPv6 ones in full, 0:0:0:0:0:0:0:1,"
                            + " or shortened, ::1") {
                @Override
                AddressRule rule(String allow, String deny, boolean ports) {
                    return AddressRule.expressions(allow, deny, ports);
                }
            };

    /** What somebody has written as a block; no address has a slash. */
    private static final Pattern BLOCK = Pattern.compile("[0-9a-fA-F.:\\\\]+/[0-9]+");

    static final AttributeTable BLOCKS_TABLE = BLOCKS_KIND.table;
    static final AttributeTable EXPRESSIONS_TABLE = EXPRESSIONS_KIND.table;

    private AddressReader() {}

    /** One of the two. */
    private abstract static class Kind {
        private final Attribute<String> allow;
        private final Attribute<String> deny;
        private final AttributeTable table;

        Kind(String name, String words, String what) {
            allow = addresses("allow", words, "Who may come in: " + what + ".");
            deny = addresses("deny", words, "Who may not, whatever allow says. One is needed.");
            table =
                    new AttributeTable(
                            name,
                            "A Valve: who may send requests, by address. In an Engine or a Host it"
                                    + " looks before routing; in a Context outside its logins.",
                            List.of(
                                    CLASS_NAME,
                                    allow,
                                    deny,
                                    DENY_STATUS,
                                    ADD_CONNECTOR_PORT,
                                    USE_PEER_ADDRESS,
                                    INVALID_AUTHENTICATION));
        }

        private Attribute<String> addresses(String name, String words, String doc) {
            // Whether ports follow is known when all is read.
            return Attribute.of(name, new Format<>(words, text -> text), null, doc);
        }

        abstract AddressRule rule(String allow, String deny, boolean ports);
    }

    static boolean is(String className) {
        return NAMES.contains(className);
    }

    /** Null when there is an error. */
    static Factory<Valve> read(XmlElement xml, String className, Reading reading) {
        Kind kind = className.endsWith(BLOCKS) ? BLOCKS_KIND : EXPRESSIONS_KIND;
        Values values = AttributeReader.read(kind.table, xml, reading);
        OtherElements.reportAll(xml, reading);
        Set<String> known = new HashSet<>(HARMLESS);
        kind.table.attributes().forEach(attribute -> known.add(attribute.name()));
        for (XmlElement.Attr given : xml.attributes.values()) {
            if (!known.contains(given.name())) {
                reading.error(
                        given.at(),
                        given.name()
                                + " of Valve "
                                + className
                                + " is not known"
                                + NearestName.hint(given.name(), known)
                                + "; nothing is served without the protection that it may ask"
                                + " for");
            }
        }
        if (values.get(INVALID_AUTHENTICATION)) {
            reading.warning(
                    values.at(INVALID_AUTHENTICATION),
                    "invalidAuthenticationWhenDeny of "
                            + kind.table.element()
                            + " has no effect: other addresses get the denyStatus");
        }
        if (kind == EXPRESSIONS_KIND) {
            warnOfBlocks(kind.allow, values, reading);
            warnOfBlocks(kind.deny, values, reading);
        }
        try {
            AddressRule rule =
                    kind.rule(
                            values.get(kind.allow),
                            values.get(kind.deny),
                            values.get(ADD_CONNECTOR_PORT));
            AddressSettings settings =
                    new AddressSettings(
                            rule, values.get(DENY_STATUS), values.get(USE_PEER_ADDRESS));
            return place -> settings.valve(place.parent().equals("Context"));
        } catch (IllegalArgumentException e) {
            reading.error(xml.at, "Valve " + className + ": " + e.getMessage());
            return null;
        }
    }

    private static void warnOfBlocks(Attribute<String> given, Values values, Reading reading) {
        Matcher block = BLOCK.matcher(Objects.requireNonNullElse(values.get(given), ""));
        if (block.find()) {
            reading.warning(
                    values.at(given),
                    given.name()
                            + " of "
                            + EXPRESSIONS
                            + " is a regular expression, and "
                            + block.group()
                            + " in it matches no address; "
                            + BLOCKS
                            + " takes blocks");
        }
    }
}
