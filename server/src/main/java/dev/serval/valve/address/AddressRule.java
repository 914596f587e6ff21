package dev.serval.valve.address;

import dev.serval.net.AddressBlocks;
import dev.serval.valve.BoundedText.NoneLeft;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Decides which addresses are admitted. Immutable; also for filters. Denied addresses are refused;
 * of the others the allowed ones are admitted, or all of them if there is only a list of denied
 * ones.
 */
public final class AddressRule {
    private static final int ANY_PORT = 0;

    private interface Addresses {
        boolean contain(InetAddress client, int port);
    }

    // Null if none are given.
    private final Addresses allow;
    private final Addresses deny;

    private AddressRule(Addresses allow, Addresses deny) {
        if (allow == null && deny == null) {
            throw new IllegalArgumentException("neither allow nor deny is given");
        }
        this.allow = allow;
        this.deny = deny;
    }

    /**
     * Two lists of blocks such as {@code 127.0.0.0/8, ::1}. Throws IllegalArgumentException if one
     * is malformed, or if both are empty.
     */
    public static AddressRule of(String allow, String deny) {
        return blocks(allow, deny, false);
    }

    /**
     * The same.
     *
     * @param ports whether each block is followed by a semicolon and a regular expression for the
     *     port of the connector: {@code 10.0.0.0/8;8443}
     */
    public static AddressRule blocks(String allow, String deny, boolean ports) {
        return new AddressRule(blocks(allow, ports), blocks(deny, ports));
    }

    /**
     * Two regular expressions for whole addresses: IPv4 ones with dots, IPv6 ones either in full,
     * {@code 0:0:0:0:0:0:0:1}, or with the longest run of zeros left out (RFC 5952). Throws
     * IllegalArgumentException if one is malformed, or if both are empty.
     *
     * @param ports whether a semicolon and the port of the connector follow the address
     */
    public static AddressRule expressions(String allow, String deny, boolean ports) {
        return new AddressRule(expression(allow, ports), expression(deny, ports));
    }

    private static Addresses blocks(String list, boolean ports) {
        if (!ports) {
            AddressBlocks blocks = AddressBlocks.of(list);
            return blocks.isEmpty() ? null : (client, port) -> blocks.contains(client);
        }
        List<Addresses> all = new ArrayList<>();
        for (String text : list == null ? new String[0] : list.split(",")) {
            if (!text.isBlank()) {
                all.add(blockOfPort(text.strip()));
            }
        }
        return all.isEmpty()
                ? null
                : (client, port) -> all.stream().anyMatch(one -> one.contain(client, port));
    }

    private static Addresses blockOfPort(String text) {
        int semicolon = text.indexOf(';');
        if (semicolon < 0) {
            throw new IllegalArgumentException(
                    text + " has no port, as addConnectorPort asks for: write " + text + ";8080");
        }
        AddressBlocks block = AddressBlocks.of(text.substring(0, semicolon));
        if (block.isEmpty()) {
            throw new IllegalArgumentException(
                    text + " has no address: write 0.0.0.0/0" + text + " for all IPv4 ones");
        }
        Pattern number = compile(text.substring(semicolon + 1).strip());
        return (client, port) ->
                block.contains(client) && ClientRule.matches(number, Integer.toString(port));
    }

    private static Addresses expression(String text, boolean ports) {
        if (text == null || text.isBlank()) {
            return null;
        }
        Pattern pattern = compile(text.strip());
        return (client, port) -> {
            String end = ports ? ";" + port : "";
            // An address that only wraps an IPv4 address was converted before.
            return ClientRule.matches(pattern, Client.text(client) + end)
                    || client instanceof Inet6Address
                            && ClientRule.matches(pattern, ShortAddress.of(client) + end);
        };
    }

    private static Pattern compile(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    text + " is not a regular expression: " + e.getDescription(), e);
        }
    }

    /**
     * The same for a numeric address as in requests; any other text is not allowed.
     *
     * @param client null for a client without an address
     */
    public boolean allows(String client) {
        try {
            return client != null && allows(AddressBlocks.address(client.replaceAll("%.*", "")));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    boolean allows(InetAddress client) {
        return allows(client, ANY_PORT);
    }

    /**
     * False also if an expression takes too many steps.
     *
     * @param port of the connector
     */
    boolean allows(InetAddress client, int port) {
        try {
            if (deny != null && deny.contain(client, port)) {
                return false;
            }
            return allow == null || allow.contain(client, port);
        } catch (NoneLeft e) {
            return false;
        }
    }
}
