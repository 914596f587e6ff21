package dev.serval.acme;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes values in DER (X.690 §8, §10). Stateless. */
final class DerValue {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int NULL = 0x05;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT = 0x80;
    private static final int CONSTRUCTED = 0x20;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private DerValue() {}

    static byte[] sequence(byte[]... values) {
        return of(SEQUENCE, values);
    }

    static byte[] set(byte[]... values) {
        return of(SET, values);
    }

    static byte[] integer(BigInteger value) {
        return of(INTEGER, value.toByteArray());
    }

    static byte[] octets(byte[] value) {
        return of(OCTET_STRING, value);
    }

    /** A string of whole octets. */
    static byte[] bits(byte[] value) {
        return of(BIT_STRING, new byte[] {0}, value);
    }

    static byte[] yes() {
        return of(0x01, new byte[] {(byte) 0xFF});
    }

    static byte[] nothing() {
        return of(NULL);
    }

    static byte[] text(String value) {
        return of(UTF8_STRING, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Before 2050 (RFC 5280 §4.1.2.5). */
    static byte[] time(Instant value) {
        return of(UTC_TIME, TIME.format(value).getBytes(StandardCharsets.US_ASCII));
    }

    /** A value with a tag of the context instead of its own. */
    static byte[] implicit(int tag, byte[] content) {
        return of(CONTEXT | tag, content);
    }

    /** Values within a tag of the context. */
    static byte[] explicit(int tag, byte[]... values) {
        return of(CONTEXT | CONSTRUCTED | tag, values);
    }

    /**
     * @param dotted such as 2.5.29.17
     */
    static byte[] oid(String dotted) {
        String[] parts = dotted.split("\\.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(parts[0]) * 40 + Integer.parseInt(parts[1]));
        for (int i = 2; i < parts.length; i++) {
            int arc = Integer.parseInt(parts[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >>> shift != 0) {
                    out.write(arc >>> shift & 0x7F | 0x80);
                }
            }
            out.write(arc & 0x7F);
        }
        return of(OBJECT_IDENTIFIER, out.toByteArray());
    }

    private static byte[] of(int tag, byte[]... contents) {
        int length = 0;
        for (byte[] content : contents) {
            length += content.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int first = digits[0] == 0 ? 1 : 0;
            out.write(0x80 | digits.length - first);
            out.write(digits, first, digits.length - first);
        }
        for (byte[] content : contents) {
            out.writeBytes(content);
        }
        return out.toByteArray();
    }
}
