package dev.serval.proxy;

import dev.serval.net.TlsSession;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads what a header of version 2 says of the TLS between client and proxy (§2.2.6). Stateless.
 *
 * <pre>
 *   flags (1) | result of the check of the certificate (4) | type, length, value ...
 * </pre>
 *
 * The protocol has no place for the certificate itself, nor for the id of the session.
 */
final class TlsExtension {
    /** Its type (§2.2). */
    static final byte TYPE = 0x20;

    private static final int ENCRYPTED = 0x01;
    private static final int FIXED = 5;
    private static final int VERSION = 0x21;
    private static final int CIPHER = 0x23;

    private TlsExtension() {}

    /** Null if the client has no TLS. */
    static TlsSession read(byte[] array, int from, int end) throws MalformedHeader {
        if (end - from < FIXED || (array[from] & ENCRYPTED) == 0) {
            return null;
        }
        String version = "TLS";
        String cipher = "unknown";
        int at = from + FIXED;
        while (at < end) {
            int value = at + 3;
            int length = value > end ? 0 : BinaryHeader.number(array, at + 1, 2);
            if (value > end || length > end - value) {
                throw new MalformedHeader("what its header says of TLS is cut");
            }
            String text = new String(array, value, length, StandardCharsets.US_ASCII);
            if (array[at] == VERSION) {
                version = text;
            } else if (array[at] == CIPHER) {
                cipher = text;
            }
            at = value + length;
        }
        return new TlsSession(version, cipher, 0, "", List.of(), null, null);
    }
}
