package dev.serval.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks of addresses (CIDR, RFC 4632 §3.1, RFC 4291 §2.3). Immutable. No name is ever looked up.
 */
public final class AddressBlocks {
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

    private final String list;
    private final List<Block> blocks;

    private AddressBlocks(String list, List<Block> blocks) {
        this.list = list;
        this.blocks = List.copyOf(blocks);
    }

    /**
     * A list separated by commas, such as {@code 127.0.0.0/8, ::1}; null and blank mean none.
     * Throws IllegalArgumentException, whose message names the part that is malformed.
     */
    public static AddressBlocks of(String list) {
        List<Block> blocks = new ArrayList<>();
        for (String text : list == null ? new String[0] : list.split(",")) {
            if (!text.isBlank()) {
                blocks.add(block(text.strip()));
            }
        }
        return new AddressBlocks(String.valueOf(list), blocks);
    }

    private static Block block(String text) {
        int slash = text.indexOf('/');
        byte[] address = address(slash < 0 ? text : text.substring(0, slash)).getAddress();
        int most = address.length * 8;
        int bits = slash < 0 ? most : number(text, slash + 1, text.length());
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException(text + " is no block of addresses");
        }
        return new Block(address, bits);
    }

    /**
     * An address in numbers: four decimal ones without leading zeros, or IPv6 (RFC 4291 §2.2), in
     * brackets or not. An IPv6 address that only wraps an IPv4 address becomes that one. Throws
     * IllegalArgumentException for all else.
     */
    public static InetAddress address(String text) {
        boolean bracketed = text.startsWith("[") && text.endsWith("]");
        String bare = bracketed ? text.substring(1, text.length() - 1) : text;
        try {
            if (isSix(bare)) {
                return InetAddress.getByName(bare); // with a colon it is never looked up
            }
            byte[] octets = bracketed ? null : octets(bare);
            if (octets != null) {
                return InetAddress.getByAddress(octets);
            }
        } catch (UnknownHostException e) {
            // The failure is reported below.
        }
        throw new IllegalArgumentException(text + " is no address");
    }

    /** Whether a text has the characters of an IPv6 address, a colon among them. */
    private static boolean isSix(String text) {
        if (text.length() < 2 || text.length() > 45 || text.indexOf(':') < 0) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean digit = c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
            if (!digit && c != ':' && c != '.') {
                return false;
            }
        }
        return true;
    }

    /** The octets of an IPv4 address; null if it is none. */
    private static byte[] octets(String text) {
        byte[] octets = new byte[4];
        int from = 0;
        for (int i = 0; i < 4; i++) {
            int end = i < 3 ? text.indexOf('.', from) : text.length();
            int octet = end < 0 ? -1 : number(text, from, end);
            boolean zeros = octet >= 0 && text.charAt(from) == '0' && end - from > 1;
            if (octet < 0 || octet > 255 || zeros) {
                return null;
            }
            octets[i] = (byte) octet;
            from = end + 1;
        }
        return octets;
    }

    /** A number of one to three decimal digits; -1 if it is none. */
    private static int number(String text, int from, int end) {
        if (from >= end || end - from > 3) {
            return -1;
        }
        int number = 0;
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = number * 10 + c - '0';
        }
        return number;
    }

    public boolean isEmpty() {
        return blocks.isEmpty();
    }

    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        for (Block block : blocks) {
            if (block.contains(bytes)) {
                return true;
            }
        }
        return false;
    }

    /** As it was given. */
    @Override
    public String toString() {
        return list;
    }
}
