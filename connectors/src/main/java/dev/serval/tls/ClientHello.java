package dev.serval.tls;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What has to be known of the first message of a client before it has an engine: the host name that
 * it asks for (RFC 8446 §4.1.2, RFC 6066 §3), and the protocols that it offers (RFC 7301 §3.1).
 * Immutable. It does not validate: malformed messages are left to the engine.
 *
 * @param host in lower case; null if none was named
 * @param protocols the protocols that it offers by ALPN, in its order; empty if it does not use
 *     ALPN
 */
public record ClientHello(String host, List<String> protocols) {
    /** No client sends as much. After so many bytes the engine is chosen by what is known. */
    static final int MOST = 5 + 16 * 1024;

    private static final ClientHello NOTHING = new ClientHello(null, List.of());

    /** The protocol of those that want a proof of control and nothing else (RFC 8737 §6.2). */
    static final String PROOF = "acme-tls/1";

    static final int CLIENT_HELLO = 1;
    private static final int SERVER_NAME = 0;
    private static final int HOST_NAME = 0;
    private static final int PROTOCOLS = 16;
    private static final int VERSION_AND_RANDOM = 2 + 32;

    public ClientHello {
        protocols = List.copyOf(protocols);
    }

    /**
     * The hello of a client without ALPN.
     *
     * @param host in lower case; null if none was named
     */
    public static ClientHello of(String host) {
        return new ClientHello(host, List.of());
    }

    /** Whether the client wants a proof of control, and nothing else (RFC 8737 §3). */
    boolean asksForProof() {
        return protocols.size() == 1 && protocols.get(0).equals(PROOF);
    }

    /** Reads the bytes received so far; null if more are needed. */
    static ClientHello parse(byte[] array, int from, int to) {
        return new HelloExtent().reached(array, from, to) ? parsePart(array, from, to) : null;
    }

    /** Reads the bytes that have come, even of an incomplete message. */
    static ClientHello parsePart(byte[] array, int from, int to) {
        return read(new HandshakeCursor(array, from, to));
    }

    private static ClientHello read(HandshakeCursor cursor) {
        if (cursor.number(1) != CLIENT_HELLO) {
            return NOTHING;
        }
        int length = cursor.number(3);
        int end = cursor.position() + length;
        cursor.skip(VERSION_AND_RANDOM);
        cursor.skip(cursor.number(1)); // session id
        cursor.skip(cursor.number(2)); // cipher suites
        cursor.skip(cursor.number(1)); // compression methods
        if (cursor.position() >= end) {
            return NOTHING;
        }
        int extensions = cursor.number(2);
        int behind = Math.min(end, cursor.position() + extensions);
        String host = null;
        List<String> protocols = List.of();
        while (cursor.isFine() && cursor.position() < behind) {
            int type = cursor.number(2);
            int size = cursor.number(2);
            int next = cursor.position() + size;
            if (!cursor.isFine() || next > behind) {
                break;
            }
            if (type == SERVER_NAME) {
                host = serverName(cursor, next);
            } else if (type == PROTOCOLS) {
                protocols = protocols(cursor, next);
            }
            cursor.skip(next - cursor.position());
        }
        return new ClientHello(host, protocols);
    }

    private static String serverName(HandshakeCursor cursor, int end) {
        cursor.skip(2); // length of the list, which has one name of each kind
        if (cursor.number(1) != HOST_NAME) {
            return null;
        }
        int length = cursor.number(2);
        if (length == 0 || length > 255 || length > end - cursor.position()) {
            return null;
        }
        byte[] name = new byte[length];
        for (int i = 0; i < length; i++) {
            int c = cursor.number(1);
            if (!isOfHostName(c)) {
                return null;
            }
            name[i] = (byte) c;
        }
        return new String(name, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    }

    private static List<String> protocols(HandshakeCursor cursor, int end) {
        cursor.skip(2); // length of the list
        List<String> names = new ArrayList<>(2);
        while (cursor.isFine() && cursor.position() < end) {
            int length = cursor.number(1);
            if (length == 0 || length > end - cursor.position()) {
                break;
            }
            byte[] name = new byte[length];
            for (int i = 0; i < length; i++) {
                name[i] = (byte) cursor.number(1);
            }
            names.add(new String(name, StandardCharsets.ISO_8859_1));
        }
        return names;
    }

    private static boolean isOfHostName(int c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '.'
                || c == '-'
                || c == '_';
    }
}
