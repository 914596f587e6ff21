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
        String bits = slash < 0 ? String.valueOf(most) : text.substring(slash + 1);
        if (!bits.matches("\\d{1,3}") || Integer.parseInt(bits) > most) {
            throw new IllegalArgumentException(text + " is no block of addresses");
        }
        return new Block(address, Integer.parseInt(bits));
    }

    /**
     * An address in numbers: four decimal ones without leading zeros, or IPv6 (RFC 4291 §2.2), in
     * brackets or not. An IPv6 address that only wraps an IPv4 address becomes that one. Throws
     * IllegalArgumentException for all else.
     */
    public static InetAddress address(String text) {
        boolean bracketed = text.startsWith("[") && text.endsWith("]");
        String bare = bracketed ? text.substring(1, text.length() - 1) : text;
        boolean six = bare.indexOf(':') >= 0 && bare.matches("[0-9A-Fa-f:.]{2,45}");
        boolean four = !bracketed && bare.matches("((0|[1-9]\\d{0,2})(\\.(?!$)|$)){4}");
        try {
            if (six) {
                return InetAddress.getByName(bare); // with a colon it is never looked up
            } else if (four) {
                String[] parts = bare.split("\\.");
                byte[] octets = new byte[4];
                for (int i = 0; i < 4; i++) {
                    int octet = Integer.parseInt(parts[i]);
                    if (octet > 255) {
                        throw new UnknownHostException(bare);
                    }
                    octets[i] = (byte) octet;
                }
                return InetAddress.getByAddress(octets);
            }
        } catch (UnknownHostException e) {
            // The failure is reported below.
        }
        throw new IllegalArgumentException(text + " is no address");
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
