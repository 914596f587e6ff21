package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.buffer.OutputBuffer;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HeadTooLargeException;
import dev.serval.http.HttpOptions;
import dev.serval.http.PreparedFields;
import dev.serval.http.ServerFields;
import dev.serval.http.Status;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes the heads of responses (RFC 9112 §4, §5) and their trailers (RFC 9112 §7.1.2); the only
 * place that writes a status line. Thread-safe. It alone writes the fields that frame a message:
 * Content-Length, Transfer-Encoding and Connection of an application are left out.
 */
final class ResponseEncoder {
    static final byte[] CLOSE = ascii("Connection: close\r\n");
    static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    static final byte[] NOTHING = new byte[0];

    /** The lines of fields, each with its CRLF. */
    static final PreparedFields.Encoder<byte[]> LINES =
            new PreparedFields.Encoder<>(ResponseEncoder::lines);

    private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] LENGTH = ascii("Content-Length: ");
    // RFC 9110 §7.8: a sender of Upgrade names it in Connection.
    private static final byte[] UPGRADE = ascii("Connection: Upgrade\r\n");
    private static final byte[] LAST_CHUNK = ascii("0\r\n");
    private static final byte[] CRLF = ascii("\r\n");
    private static final byte[][] STATUS_LINES = new byte[600][];

    static {
        for (int status = 100; status < STATUS_LINES.length; status++) {
            STATUS_LINES[status] = statusLine(status);
        }
    }

    private final ServerFields own;
    private final int mostBytes;

    ResponseEncoder(ServerFields own, HttpOptions options) {
        this.own = own;
        this.mostBytes = options.maxHttpResponseHeaderSize();
    }

    /** The field lines that say that a connection is kept, and for how many seconds. */
    static byte[] keepAlive(int seconds) {
        return ascii("Connection: keep-alive\r\nKeep-Alive: timeout=" + seconds + "\r\n");
    }

    /**
     * Writes nothing into the output if the head exceeds its limit.
     *
     * @param prepared further fields; null if there are none
     * @param connection the Connection field line, or {@link #NOTHING}
     */
    void head(
            OutputBuffer out,
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            byte[] connection)
            throws HeadTooLargeException {
        byte[] statusLine = status < 600 ? STATUS_LINES[status] : statusLine(status);
        byte[] dateLine = own.date(fields).in(LINES);
        byte[] server = own.server().in(LINES);
        byte[] powered = own.poweredBy(fields).in(LINES);
        byte[] ready = prepared == null ? NOTHING : prepared.in(LINES);
        byte[] upgrade = fields.has(FieldName.UPGRADE) ? UPGRADE : NOTHING;
        int framed =
                switch (framing) {
                    case LENGTH -> LENGTH.length + digits(length) + CRLF.length;
                    case CHUNKED -> CHUNKED.length;
                    case NONE, CLOSE -> 0;
                };
        int size =
                statusLine.length
                        + dateLine.length
                        + server.length
                        + powered.length
                        + ready.length
                        + size(fields)
                        + framed
                        + connection.length
                        + upgrade.length
                        + CRLF.length;
        requireFits(size);
        ByteBuffer target = out.reserve(size);
        target.put(statusLine).put(dateLine).put(server).put(powered).put(ready);
        fields(target, fields);
        switch (framing) {
            case LENGTH -> {
                target.put(LENGTH);
                decimal(target, length);
                target.put(CRLF);
            }
            case CHUNKED -> target.put(CHUNKED);
            case NONE, CLOSE -> {}
        }
        target.put(connection).put(upgrade).put(CRLF);
    }

    private static byte[] lines(PreparedFields fields) {
        return ascii(fields.toString());
    }

    /** An interim response (RFC 9110 §15.2). */
    void interim(OutputBuffer out, int status, Fields fields) throws HeadTooLargeException {
        int size = STATUS_LINES[status].length + size(fields) + CRLF.length;
        requireFits(size);
        ByteBuffer target = out.reserve(size);
        target.put(STATUS_LINES[status]);
        fields(target, fields);
        target.put(CRLF);
    }

    /** The end of a chunked body; null if there are no trailers. */
    void lastChunk(OutputBuffer out, Fields trailers) throws HeadTooLargeException {
        int size = trailers == null ? 0 : size(trailers);
        requireFits(size);
        ByteBuffer target = out.reserve(LAST_CHUNK.length + size + CRLF.length);
        target.put(LAST_CHUNK);
        if (trailers != null) {
            fields(target, trailers);
        }
        target.put(CRLF);
    }

    private void requireFits(int size) throws HeadTooLargeException {
        if (size > mostBytes) {
            throw new HeadTooLargeException(size, mostBytes);
        }
    }

    private int size(Fields fields) {
        int size = 0;
        for (int i = 0; i < fields.size(); i++) {
            FieldName name = fields.name(i);
            if (!isLeftOut(name)) {
                size += name.prefix().length + fields.value(i).length() + CRLF.length;
            }
        }
        return size;
    }

    private void fields(ByteBuffer target, Fields fields) {
        for (int i = 0; i < fields.size(); i++) {
            FieldName name = fields.name(i);
            if (isLeftOut(name)) {
                continue;
            }
            target.put(name.prefix());
            // RFC 9110 §5.5: a character that a field value cannot carry is replaced.
            Ascii.put(target, fields.value(i));
            target.put(CRLF);
        }
    }

    private boolean isLeftOut(FieldName name) {
        return name == FieldName.CONTENT_LENGTH
                || name == FieldName.TRANSFER_ENCODING
                || name == FieldName.CONNECTION
                || name == FieldName.KEEP_ALIVE
                || own.dropsServer() && name == FieldName.SERVER;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return digits;
    }

    static void decimal(ByteBuffer target, long value) {
        if (value >= 10) {
            decimal(target, value / 10);
        }
        target.put((byte) ('0' + value % 10));
    }

    private static byte[] statusLine(int status) {
        return ascii("HTTP/1.1 " + status + " " + Status.reason(status) + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
