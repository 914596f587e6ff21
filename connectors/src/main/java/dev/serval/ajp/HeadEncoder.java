package dev.serval.ajp;

import dev.serval.buffer.Ascii;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.HeadTooLargeException;
import dev.serval.http.PreparedFields;
import dev.serval.http.ServerFields;
import dev.serval.http.Status;
import dev.serval.net.SharedOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes SEND_HEADERS. Thread-safe. It alone writes Content-Length; the fields that frame a message
 * of HTTP are the front's and are left out.
 */
final class HeadEncoder {
    /** The fields as they stand in a packet, behind each other. */
    private static final PreparedFields.Encoder<byte[]> PACKED =
            new PreparedFields.Encoder<>(HeadEncoder::packed);

    private static final byte[] NOTHING = new byte[0];
    // The length in front of a text and the zero behind it.
    private static final int TEXT = 3;
    private static final int CODE = 2;

    private final ServerFields own;
    private final int mostBytes;

    HeadEncoder(ServerFields own, int packetSize) {
        this.own = own;
        mostBytes = packetSize;
    }

    /**
     * Writes nothing into the output if the head does not fit into a packet.
     *
     * @param prepared further fields; null if there are none
     * @param length of the body; negative if none is declared
     */
    void head(SharedOutput out, int status, Fields fields, PreparedFields prepared, long length)
            throws IOException {
        PreparedFields date = own.date(fields);
        PreparedFields server = own.server();
        PreparedFields powered = own.poweredBy(fields);
        String reason = Status.reason(status);
        byte[] ready = prepared == null ? NOTHING : prepared.in(PACKED);
        int fixed =
                date.in(PACKED).length
                        + server.in(PACKED).length
                        + powered.in(PACKED).length
                        + ready.length;
        int count =
                date.size()
                        + server.size()
                        + powered.size()
                        + (prepared == null ? 0 : prepared.size())
                        + (length < 0 ? 0 : 1);
        int declared = length < 0 ? 0 : CODE + TEXT + Ascii.decimalLength(length);
        int size = Packet.HEADER + 1 + 2 + TEXT + reason.length() + 2 + fixed + declared;
        for (int i = 0; i < fields.size(); i++) {
            if (!isLeftOut(fields.name(i))) {
                size += size(fields.name(i), fields.value(i));
                count++;
            }
        }
        if (size > mostBytes) {
            throw new HeadTooLargeException(size, mostBytes, "packetSize");
        }
        ByteBuffer target = out.fill(size);
        try {
            Packet.begin(target, size - Packet.HEADER, Packet.SEND_HEADERS);
            target.putShort((short) status);
            text(target, reason);
            target.putShort((short) count);
            target.put(date.in(PACKED)).put(server.in(PACKED)).put(powered.in(PACKED)).put(ready);
            if (length >= 0) {
                target.putShort((short) Codes.responseField(FieldName.CONTENT_LENGTH));
                target.putShort((short) Ascii.decimalLength(length));
                Ascii.putDecimal(target, length);
                target.put((byte) 0);
            }
            for (int i = 0; i < fields.size(); i++) {
                if (!isLeftOut(fields.name(i))) {
                    field(target, fields.name(i), fields.value(i));
                }
            }
        } finally {
            out.filled();
        }
    }

    private boolean isLeftOut(FieldName name) {
        return name == FieldName.CONTENT_LENGTH
                || name == FieldName.TRANSFER_ENCODING
                || name == FieldName.CONNECTION
                || name == FieldName.KEEP_ALIVE
                || own.dropsServer() && name == FieldName.SERVER;
    }

    private static int size(FieldName name, String value) {
        int named = Codes.responseField(name) != 0 ? CODE : TEXT + name.text().length();
        return named + TEXT + value.length();
    }

    private static void field(ByteBuffer target, FieldName name, String value) {
        int code = Codes.responseField(name);
        if (code != 0) {
            target.putShort((short) code);
        } else {
            text(target, name.text());
        }
        text(target, value);
    }

    private static void text(ByteBuffer target, String text) {
        target.putShort((short) text.length());
        // RFC 9110 §5.5: a character that a field value cannot carry is replaced.
        Ascii.put(target, text);
        target.put((byte) 0);
    }

    private static byte[] packed(PreparedFields fields) {
        int size = 0;
        for (int i = 0; i < fields.size(); i++) {
            size += size(fields.name(i), fields.value(i));
        }
        ByteBuffer target = ByteBuffer.allocate(size);
        for (int i = 0; i < fields.size(); i++) {
            field(target, fields.name(i), fields.value(i));
        }
        return target.array();
    }
}
