package dev.serval.http1;

import dev.serval.buffer.OutputBuffer;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.Status;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes the heads of responses (RFC 9112 §4, §5); the only place that writes a status line.
 * Thread-safe. The fields that frame a message are its alone: what an application set of
 * Content-Length, Transfer-Encoding and Connection is left out.
 */
final class ResponseEncoder {
    static final byte[] CLOSE = ascii("Connection: close\r\n");
    static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    static final byte[] NOTHING = new byte[0];

    private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] CRLF = ascii("\r\n");
    private static final byte[][] STATUS_LINES = new byte[600][];

    static {
        for (int status = 100; status < STATUS_LINES.length; status++) {
            STATUS_LINES[status] = statusLine(status);
        }
    }

    private final DateField date = new DateField();
    private final byte[] server;

    /**
     * @param server value of the Server field; null means that none is sent
     */
    ResponseEncoder(String server) {
        this.server = server == null ? NOTHING : ascii("Server: " + server + "\r\n");
    }

    /**
     * @param prepared complete field lines, or null
     * @param connection the Connection field line, or {@link #NOTHING}
     */
    void head(
            OutputBuffer out,
            int status,
            Fields fields,
            byte[] prepared,
            Framing framing,
            long length,
            byte[] connection) {
        byte[] statusLine = status < 600 ? STATUS_LINES[status] : statusLine(status);
        byte[] dateLine = fields.has(FieldName.DATE) ? NOTHING : date.bytes();
        byte[] ready = prepared == null ? NOTHING : prepared;
        int most =
                statusLine.length
                        + dateLine.length
                        + server.length
                        + ready.length
                        + connection.length
                        + 64
                        + size(fields);
        ByteBuffer target = out.reserve(most);
        target.put(statusLine).put(dateLine).put(server).put(ready);
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
        target.put(connection).put(CRLF);
    }

    /** An interim response (RFC 9110 §15.2). */
    void interim(OutputBuffer out, int status, Fields fields) {
        ByteBuffer target = out.reserve(STATUS_LINES[status].length + size(fields) + 2);
        target.put(STATUS_LINES[status]);
        fields(target, fields);
        target.put(CRLF);
    }

    private static int size(Fields fields) {
        int size = 0;
        for (int i = 0; i < fields.size(); i++) {
            size += fields.name(i).prefix().length + fields.value(i).length() + 2;
        }
        return size;
    }

    private static void fields(ByteBuffer target, Fields fields) {
        for (int i = 0; i < fields.size(); i++) {
            FieldName name = fields.name(i);
            if (name == FieldName.CONTENT_LENGTH
                    || name == FieldName.TRANSFER_ENCODING
                    || name == FieldName.CONNECTION
                    || name == FieldName.KEEP_ALIVE) {
                continue;
            }
            target.put(name.prefix());
            String value = fields.value(i);
            for (int k = 0; k < value.length(); k++) {
                char c = value.charAt(k);
                // RFC 9110 §5.5: what a field value cannot carry is replaced, never cut in half.
                target.put((byte) (c < 256 ? c : '?'));
            }
            target.put(CRLF);
        }
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
