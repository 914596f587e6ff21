package dev.serval.valve.address;

import java.net.InetAddress;

/** The short form of IPv6 addresses (RFC 5952 §4). Stateless. */
public final class ShortAddress {
    private static final int GROUPS = 8;

    private ShortAddress() {}

    /** For an IPv6 address: omits the first of the longest runs of two or more zeros. */
    public static String of(InetAddress address) {
        byte[] bytes = address.getAddress();
        int start = -1;
        int length = 1;
        for (int at = 0; at < GROUPS; at++) {
            int end = at;
            while (end < GROUPS && group(bytes, end) == 0) {
                end++;
            }
            if (end - at > length) {
                start = at;
                length = end - at;
            }
            at = Math.max(at, end);
        }
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < GROUPS; at++) {
            if (at == start) {
                text.append("::");
                at += length - 1;
            } else {
                boolean first = text.isEmpty() || text.charAt(text.length() - 1) == ':';
                text.append(first ? "" : ":").append(Integer.toHexString(group(bytes, at)));
            }
        }
        return text.toString();
    }

    private static int group(byte[] bytes, int index) {
        return (bytes[2 * index] & 0xff) << 8 | bytes[2 * index + 1] & 0xff;
    }
}
