package dev.serval.proxy;

import dev.serval.net.AddressBlocks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Reads version 1 of the PROXY protocol (§2.1): {@code PROXY TCP4 client server port port CRLF}.
 * Stateless.
 */
final class TextHeader {
    private static final byte[] SIGNATURE = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST = 107;

    private TextHeader() {}

    static ProxyHeader parse(byte[] array, int from, int to) throws MalformedHeader {
        if (!ProxyHeader.begins(SIGNATURE, array, from, to)) {
            return null;
        }
        int most = Math.min(to, from + MOST);
        int end = from;
        while (end < most && array[end] != '\n') {
            end++;
        }
        if (end == most) {
            if (to - from >= MOST) {
                throw new MalformedHeader("the line of its header has more than 107 bytes");
            }
            return null;
        }
        if (array[end - 1] != '\r') {
            throw malformed();
        }
        int length = end + 1 - from;
        String line = new String(array, from, length - 2, StandardCharsets.ISO_8859_1);
        String[] parts = line.split(" ", -1);
        if (parts[1].equals("UNKNOWN")) {
            return ProxyHeader.silent(length);
        }
        boolean six = parts[1].equals("TCP6");
        if (parts.length != 6 || !six && !parts[1].equals("TCP4")) {
            throw malformed();
        }
        return new ProxyHeader(
                length,
                new InetSocketAddress(address(parts[2], six), port(parts[4])),
                new InetSocketAddress(address(parts[3], six), port(parts[5])),
                null);
    }

    private static InetAddress address(String text, boolean six) throws MalformedHeader {
        if (six != text.indexOf(':') >= 0 || text.startsWith("[")) {
            throw malformed();
        }
        try {
            return AddressBlocks.address(text);
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    private static int port(String text) throws MalformedHeader {
        if (!text.matches("0|[1-9][0-9]{0,4}") || Integer.parseInt(text) > 65535) {
            throw malformed();
        }
        return Integer.parseInt(text);
    }

    private static MalformedHeader malformed() {
        return new MalformedHeader("its header is no line of version 1 of the PROXY protocol");
    }
}
