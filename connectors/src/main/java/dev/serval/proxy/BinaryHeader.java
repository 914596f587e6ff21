package dev.serval.proxy;

import dev.serval.net.TlsSession;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads version 2 of the PROXY protocol (§2.2). Stateless.
 *
 * <pre>
 *   signature (12) | version, command (1) | family, protocol (1) | length (2) | addresses | TLVs
 * </pre>
 */
final class BinaryHeader {
    private static final byte[] SIGNATURE = {
        '\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'
    };
    private static final int FIXED = 16;
    private static final int LOCAL = 0x20;
    private static final int PROXY = 0x21;
    private static final int TCP4 = 0x11;
    private static final int TCP6 = 0x21;
    // Datagrams, Unix domain sockets, and unknown families tell of no client.
    private static final int[] OTHERS = {0x00, 0x12, 0x22, 0x31, 0x32};
    private static final int CRC32C = 0x03;

    private BinaryHeader() {}

    static ProxyHeader parse(byte[] array, int from, int to) throws MalformedHeader {
        if (!ProxyHeader.begins(SIGNATURE, array, from, to) || to - from < FIXED) {
            return null;
        }
        int command = array[from + 12] & 0xff;
        int family = array[from + 13] & 0xff;
        int length = FIXED + number(array, from + 14, 2);
        if (command != LOCAL && command != PROXY) {
            throw new MalformedHeader("its header has an unknown version or command");
        }
        if (length > ProxyHeader.MOST) {
            throw new MalformedHeader("its header has " + length + " bytes, which are too many");
        }
        if (to - from < length) {
            return null;
        }
        if (command == LOCAL) {
            return ProxyHeader.silent(length); // whatever it contains (§2.2)
        }
        return switch (family) {
            case TCP4 -> proxied(array, from, length, 4);
            case TCP6 -> proxied(array, from, length, 16);
            default -> {
                if (Arrays.stream(OTHERS).noneMatch(other -> other == family)) {
                    throw new MalformedHeader("its header has an unknown family of addresses");
                }
                yield ProxyHeader.silent(length);
            }
        };
    }

    private static ProxyHeader proxied(byte[] array, int from, int length, int size)
            throws MalformedHeader {
        int addresses = from + FIXED;
        int ports = addresses + 2 * size;
        if (length < FIXED + 2 * size + 4) {
            throw new MalformedHeader("its header is too short for its addresses");
        }
        TlsSession tls = extensions(array, from, ports + 4, from + length);
        return new ProxyHeader(
                length,
                end(array, addresses, size, ports),
                end(array, addresses + size, size, ports + 2),
                tls);
    }

    private static InetSocketAddress end(byte[] array, int at, int size, int port) {
        try {
            byte[] address = Arrays.copyOfRange(array, at, at + size);
            return new InetSocketAddress(InetAddress.getByAddress(address), number(array, port, 2));
        } catch (UnknownHostException e) {
            throw new AssertionError(e); // thrown for other lengths only
        }
    }

    /**
     * Type, length, value (§2.2.1 to §2.2.7); all but the checksum and TLS are ignored.
     *
     * @return what is said of TLS; null if nothing is
     */
    private static TlsSession extensions(byte[] array, int from, int start, int end)
            throws MalformedHeader {
        TlsSession tls = null;
        int at = start;
        while (at < end) {
            int value = at + 3;
            int length = value > end ? 0 : number(array, at + 1, 2);
            if (value > end || length > end - value) {
                throw new MalformedHeader("an extension in its header is cut");
            }
            if (array[at] == CRC32C && !checks(array, from, value, length, end)) {
                throw new MalformedHeader("the checksum of its header is wrong");
            }
            if (array[at] == TlsExtension.TYPE) {
                tls = TlsExtension.read(array, value, value + length);
            }
            at = value + length;
        }
        return tls;
    }

    /** Over the whole header, with zeros where the checksum stands (§2.2.3). */
    private static boolean checks(byte[] array, int from, int value, int length, int end) {
        if (length != 4) {
            return false;
        }
        CRC32C sum = new CRC32C();
        sum.update(array, from, value - from);
        sum.update(new byte[4]);
        sum.update(array, value + 4, end - value - 4);
        return (int) sum.getValue() == number(array, value, 4);
    }

    static int number(byte[] array, int at, int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | array[at + i] & 0xff;
        }
        return value;
    }
}
