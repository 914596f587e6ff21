package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.Unit;
import dev.serval.valve.Valve;
import dev.serval.valve.address.AddressRule;
import dev.serval.valve.address.AddressSettings;
import dev.serval.valve.address.ClientRule;
import dev.serval.valve.address.NameGate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a {@code Valve} that allows or denies clients: RemoteCIDRValve, RemoteAddrValve,
 * RemoteHostValve. Stateless.
 */
final class AddressReader {
    private static final String TAKES_BLOCKS = "RemoteCIDRValve";
    private static final String TAKES_EXPRESSIONS = "RemoteAddrValve";

    /** A text with a slash: only a block has one. */
    private static final Pattern BLOCK = Pattern.compile("[0-9a-fA-F.:\\\\]+/[0-9]+");

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

    static final Declaration<Valve> BLOCKS =
            declaration(
                    TAKES_BLOCKS,
                    "addresses and blocks, with commas",
                    "blocks of addresses such as 10.0.0.0/8, ::1; with addConnectorPort each with a"
                            + " semicolon and a regular expression for the port behind it",
                    AddressRule::blocks);
    static final Declaration<Valve> EXPRESSIONS =
            declaration(
                    TAKES_EXPRESSIONS,
                    "regular expression",
                    "a regular expression for whole addresses; IPv6 ones in full, 0:0:0:0:0:0:0:1,"
                            + " or shortened, ::1",
                    AddressRule::expressions);

    private static final Attribute<Pattern> ALLOWED_NAMES =
            Attribute.of(
                    "allow",
                    Format.regex(),
                    null,
                    "Who may come in: a regular expression for whole names; a client without one"
                            + " goes by its address.");
    private static final Attribute<Pattern> DENIED_NAMES =
            Attribute.of(
                    "deny",
                    Format.regex(),
                    null,
                    "Who may not, whatever allow says. One is needed.");
    private static final Attribute<Boolean> PORT_BEHIND_NAME =
            Attribute.flag(
                    "addConnectorPort",
                    false,
                    "A semicolon and the port of the connector follow the name.");
    static final Declaration<Valve> NAMES =
            new Declaration<>(
                    new AttributeTable(
                            "RemoteHostValve",
                            "A Valve: who may send requests, by the name that DNS has for the"
                                    + " address, if the name has the address too. A worker asks"
                                    + " DNS, for two seconds at most, and no file is answered"
                                    + " without. Addresses (RemoteCIDRValve) are the safer choice.",
                            List.of(
                                    CLASS_NAME,
                                    ALLOWED_NAMES,
                                    DENIED_NAMES,
                                    DENY_STATUS,
                                    PORT_BEHIND_NAME,
                                    INVALID_AUTHENTICATION)),
                    Set.of(),
                    AddressReader::names);

    private AddressReader() {}

    private static Factory<Valve> names(Settings given) {
        tellOfInvalid(given, "RemoteHostValve");
        Pattern allow = given.get(ALLOWED_NAMES);
        Pattern deny = given.get(DENIED_NAMES);
        if (allow == null && deny == null) {
            given.error(given.at(), "RemoteHostValve needs the attribute allow or deny");
        }
        NameGate gate =
                new NameGate(
                        new ClientRule(allow, deny),
                        given.get(DENY_STATUS),
                        given.get(PORT_BEHIND_NAME));
        return place -> gate;
    }

    private static void tellOfInvalid(Settings given, String name) {
        if (given.get(INVALID_AUTHENTICATION)) {
            given.warning(
                    given.at(INVALID_AUTHENTICATION),
                    "invalidAuthenticationWhenDeny of "
                            + name
                            + " has no effect: other addresses get the denyStatus");
        }
    }

    /** Reads allow and deny. */
    private interface Addresses {
        AddressRule rule(String allow, String deny, boolean ports);
    }

    private static Declaration<Valve> declaration(
            String name, String words, String what, Addresses addresses) {
        Attribute<String> allow = addresses("allow", words, "Who may come in: " + what + ".");
        Attribute<String> deny =
                addresses("deny", words, "Who may not, whatever allow says. One is needed.");
        AttributeTable table =
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
        return new Declaration<>(
                table,
                Set.of(),
                given -> {
                    tellOfInvalid(given, name);
                    if (name.equals(TAKES_EXPRESSIONS)) {
                        // A block, read as an expression, matches no address: allow lets nobody in,
                        // deny keeps nobody out.
                        tellOfBlocks(allow, given, given::warning);
                        tellOfBlocks(deny, given, given::error);
                    }
                    return read(given, allow, deny, addresses);
                });
    }

    private static Attribute<String> addresses(String name, String words, String doc) {
        // Known only after all attributes: whether ports follow the addresses.
        return Attribute.of(name, new Format<>(words, text -> text), null, doc);
    }

    private static Factory<Valve> read(
            Settings given, Attribute<String> allow, Attribute<String> deny, Addresses addresses) {
        try {
            AddressRule rule =
                    addresses.rule(
                            given.get(allow), given.get(deny), given.get(ADD_CONNECTOR_PORT));
            AddressSettings settings =
                    new AddressSettings(rule, given.get(DENY_STATUS), given.get(USE_PEER_ADDRESS));
            return place -> settings.valve(place.parent().equals("Context"));
        } catch (IllegalArgumentException e) {
            given.error(given.at(), "Valve " + given.get(CLASS_NAME) + ": " + e.getMessage());
            return null;
        }
    }

    private static void tellOfBlocks(
            Attribute<String> attribute, Settings given, BiConsumer<Location, String> tell) {
        Matcher block = BLOCK.matcher(Objects.requireNonNullElse(given.get(attribute), ""));
        if (block.find()) {
            tell.accept(
                    given.at(attribute),
                    attribute.name()
                            + " of "
                            + TAKES_EXPRESSIONS
                            + " is a regular expression, and "
                            + block.group()
                            + " in it matches no address; "
                            + TAKES_BLOCKS
                            + " takes blocks");
        }
    }
}
