package dev.serval.proxy;

import dev.serval.net.TlsSession;
import java.net.InetSocketAddress;

/**
 * A header of the PROXY protocol. Immutable.
 *
 * @param length in bytes
 * @param remote the client of the proxy; null if the proxy speaks for itself or does not know the
 *     client
 * @param local the address that the client has connected to; null if remote is null
 * @param tls what the client and the proxy agreed on; null without TLS, and if nothing is said
 */
record ProxyHeader(int length, InetSocketAddress remote, InetSocketAddress local, TlsSession tls) {
    /** The limit of the bytes of a header; one of version 1 has at most 107 (§2.1). */
    static final int MOST = 4096;

    /** A header without a client. */
    static ProxyHeader silent(int length) {
        return new ProxyHeader(length, null, null, null);
    }

    /** The header at the beginning of the bytes; null if more bytes are needed. */
    static ProxyHeader parse(byte[] array, int from, int to) throws MalformedHeader {
        return switch (array[from]) {
            case 'P' -> TextHeader.parse(array, from, to);
            case '\r' -> BinaryHeader.parse(array, from, to);
            default -> throw none();
        };
    }

    /** False while the bytes at hand are only the beginning of the signature. */
    static boolean begins(byte[] signature, byte[] array, int from, int to) throws MalformedHeader {
        int count = Math.min(signature.length, to - from);
        for (int i = 0; i < count; i++) {
            if (array[from + i] != signature[i]) {
                throw none();
            }
        }
        return count == signature.length;
    }

    private static MalformedHeader none() {
        return new MalformedHeader("it does not begin with a header of the PROXY protocol");
    }
}
