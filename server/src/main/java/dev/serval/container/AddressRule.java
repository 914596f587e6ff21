package dev.serval.container;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which addresses may come in. Immutable; also for filters. What is denied stays out; of the others
 * those that are allowed come in, and all of them when only denials are given.
 */
public final class AddressRule {
    private record Block(byte[] address, int bits) {
        boolean contains(byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if ((address[bit >> 3] & mask) != (other[bit >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Block> allow;
    private final List<Block> deny;

    private AddressRule(List<Block> allow, List<Block> deny) {
        this.allow = allow;
        this.deny = deny;
    }

    /**
     * Two lists of blocks such as {@code 127.0.0.0/8, ::1}. Throws IllegalArgumentException when
     * one is malformed, or when both are empty.
     */
    public static AddressRule of(String allow, String deny) {
        AddressRule rule = new AddressRule(blocks(allow), blocks(deny));
        if (rule.allow.isEmpty() && rule.deny.isEmpty()) {
            throw new IllegalArgumentException("neither allow nor deny is given");
        }
        return rule;
    }

    /**
     * The same for an address in numbers, as requests tell it; what is none is not allowed.
     *
     * @param client null: of a client without an address
     */
    public boolean allows(String client) {
        try {
            return client != null && allows(InetAddress.getByAddress(parse(client)));
        } catch (IllegalArgumentException | UnknownHostException e) {
            return false;
        }
    }

    boolean allows(InetAddress client) {
        byte[] address = client.getAddress();
        if (deny.stream().anyMatch(block -> block.contains(address))) {
            return false;
        }
        return allow.isEmpty() || allow.stream().anyMatch(block -> block.contains(address));
    }

    private static List<Block> blocks(String list) {
        List<Block> blocks = new ArrayList<>();
        if (list == null) {
            return blocks;
        }
        for (String text : list.split(",")) {
            String block = text.strip();
            if (!block.isEmpty()) {
                int slash = block.indexOf('/');
                byte[] address = parse(slash < 0 ? block : block.substring(0, slash));
                int most = address.length * 8;
                int bits = slash < 0 ? most : Integer.parseInt(block.substring(slash + 1));
                if (bits < 0 || bits > most) {
                    throw new IllegalArgumentException(block + " is no block of addresses");
                }
                blocks.add(new Block(address, bits));
            }
        }
        return blocks;
    }

    /** Numbers only: a name would be looked up. */
    private static byte[] parse(String text) {
        String address = text.replaceAll("^\\[|]$|%.*", "");
        boolean six = address.indexOf(':') >= 0 && address.matches("[0-9A-Fa-f:.]+");
        boolean four = address.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        if (!six && !four) {
            throw new IllegalArgumentException(text + " is no address");
        }
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text + " is no address", e);
        }
    }
}
