package dev.serval.tls;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What has to be known of the first message of a client before there is an engine for it: the name
 * of the host that it wants (RFC 8446 §4.1.2, RFC 6066 §3). Pure; only looks, and leaves every
 * judgement of what is malformed to the engine.
 *
 * @param host in lower case; null when none was named
 */
record ClientHello(String host) {
    /** Nobody sends as much; behind it the engine has to do without a name. */
    static final int MOST = 5 + 16 * 1024;

    private static final ClientHello UNNAMED = new ClientHello(null);
    private static final int CLIENT_HELLO = 1;
    private static final int SERVER_NAME = 0;
    private static final int HOST_NAME = 0;
    private static final int VERSION_AND_RANDOM = 2 + 32;

    /** Looks at the bytes received so far; null when more are needed. */
    static ClientHello parse(byte[] array, int from, int to) {
        HandshakeCursor cursor = new HandshakeCursor(array, from, to);
        String host = host(cursor);
        return cursor.isShort() ? null : host == null ? UNNAMED : new ClientHello(host);
    }

    private static String host(HandshakeCursor cursor) {
        if (cursor.number(1) != CLIENT_HELLO) {
            return null;
        }
        int length = cursor.number(3);
        int end = cursor.position() + length;
        cursor.skip(VERSION_AND_RANDOM);
        cursor.skip(cursor.number(1)); // session id
        cursor.skip(cursor.number(2)); // cipher suites
        cursor.skip(cursor.number(1)); // compression methods
        if (cursor.position() >= end) {
            return null;
        }
        int extensions = cursor.number(2);
        int behind = Math.min(end, cursor.position() + extensions);
        while (cursor.isFine() && cursor.position() < behind) {
            int type = cursor.number(2);
            int size = cursor.number(2);
            if (type == SERVER_NAME) {
                return serverName(cursor);
            }
            cursor.skip(size);
        }
        return null;
    }

    private static String serverName(HandshakeCursor cursor) {
        cursor.skip(2); // length of the list, in which there is one name of a kind
        if (cursor.number(1) != HOST_NAME) {
            return null;
        }
        int length = cursor.number(2);
        if (length == 0 || length > 255) {
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

    private static boolean isOfHostName(int c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '.'
                || c == '-'
                || c == '_';
    }
}
