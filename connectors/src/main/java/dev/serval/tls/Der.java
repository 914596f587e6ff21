package dev.serval.tls;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * The part of DER (X.690) that is needed to put a key into a PKCS#8 envelope, and to read one.
 * Pure. Throws IllegalArgumentException for malformed data.
 */
final class Der {
    static final int INTEGER = 0x02;
    static final int OCTET_STRING = 0x04;
    static final int OBJECT_IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;

    /** The parameters within an RFC 5915 key. */
    static final int CONTEXT_0 = 0xA0;

    static final byte[] ZERO = {INTEGER, 1, 0};
    static final byte[] NULL = {0x05, 0};

    private Der() {}

    /** One value: tag, length, and the given parts as content. */
    static byte[] value(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            int bytes = (32 - Integer.numberOfLeadingZeros(length) + 7) / 8;
            out.write(0x80 | bytes);
            for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
                out.write(length >> shift);
            }
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** The encoded object identifier, for example of {@code 1.3.101.112}. */
    static byte[] oid(String dotted) {
        String[] arcs = dotted.split("\\.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >> shift != 0) {
                    out.write(arc >> shift & 0x7F | 0x80);
                }
            }
            out.write(arc & 0x7F);
        }
        return value(OBJECT_IDENTIFIER, out.toByteArray());
    }

    /** Reads the values of one sequence in order. */
    static final class Sequence {
        private final byte[] bytes;
        private int at;
        private final int end;

        /** Reads the sequence at the beginning of the bytes. */
        Sequence(byte[] bytes) {
            this(bytes, 0, SEQUENCE);
        }

        private Sequence(byte[] bytes, int from, int tag) {
            this.bytes = bytes;
            this.at = from;
            require(from < bytes.length && (bytes[from] & 0xFF) == tag);
            int length = header();
            end = at + length;
        }

        /** Moves past the tag and length of the next value, and returns the length. */
        private int header() {
            at++;
            require(at < bytes.length);
            int length = bytes[at++] & 0xFF;
            if (length >= 0x80) {
                int count = length & 0x7F;
                require(count >= 1 && count <= 3 && at + count <= bytes.length);
                length = 0;
                for (int i = 0; i < count; i++) {
                    length = length << 8 | bytes[at++] & 0xFF;
                }
            }
            require(length <= bytes.length - at);
            return length;
        }

        /** The tag of the next value; -1 at the end. */
        int tag() {
            return at < end ? bytes[at] & 0xFF : -1;
        }

        /** The content of the next value, which must have this tag. */
        byte[] content(int tag) {
            require(tag() == tag);
            int length = header();
            require(at + length <= end);
            at += length;
            return Arrays.copyOfRange(bytes, at - length, at);
        }

        /** Returns a reader of the next value, a sequence, and moves past it here. */
        Sequence inner() {
            Sequence inner = new Sequence(bytes, at, SEQUENCE);
            at = inner.end;
            return inner;
        }
    }

    private static void require(boolean wellFormed) {
        if (!wellFormed) {
            throw new IllegalArgumentException("not well-formed DER");
        }
    }
}
