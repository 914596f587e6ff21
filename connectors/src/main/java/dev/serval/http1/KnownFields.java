package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.Authority;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpVersion;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;

/**
 * The fields that the protocol itself uses: Host, Content-Length, Transfer-Encoding, Expect. Notes
 * them as they come and validates them when the head is complete. Owned by the connection's thread.
 */
final class KnownFields {
    private static final byte[] HOST = Ascii.bytes("host");
    private static final byte[] EXPECT = Ascii.bytes("expect");
    private static final byte[] CONTENT_LENGTH = Ascii.bytes("content-length");
    private static final byte[] TRANSFER_ENCODING = Ascii.bytes("transfer-encoding");
    private static final byte[] CONTINUE = Ascii.bytes("100-continue");

    private final Authority host = new Authority();
    private final TransferCodings codings = new TransferCodings();
    private int hosts;
    private long length = -1;
    private boolean expects;
    private boolean expectsOther;
    private boolean waits;

    void reset() {
        codings.reset();
        hosts = 0;
        length = -1;
        expects = false;
        expectsOther = false;
        waits = false;
    }

    /** Notes one field. Throws if its value by itself is invalid. */
    void note(byte[] array, FieldParser field) throws HttpError {
        int start = field.nameStart();
        int end = field.nameEnd();
        switch (end - start) {
            case 4 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, HOST)) {
                    host(array, field);
                }
            }
            case 6 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, EXPECT)) {
                    expect(array, field);
                }
            }
            case 14 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, CONTENT_LENGTH)) {
                    contentLength(array, field);
                }
            }
            case 17 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, TRANSFER_ENCODING)) {
                    codings.add(array, field.valueStart(), field.valueEnd());
                }
            }
            default -> {
                // All other fields are for the application.
            }
        }
    }

    /**
     * The head is complete.
     *
     * @param targetNamesHost an absolute target overrides Host (RFC 9112 §3.2.2)
     */
    void judge(RequestHead.Recorder recorder, boolean targetNamesHost) throws HttpError {
        boolean old = recorder.head().version() == HttpVersion.HTTP_1_0;
        if (!old && (hosts == 0 || !host.hasHost())) {
            throw new HttpError(Refusal.HOST, hosts == 0 ? "no Host" : "an empty Host");
        }
        if (hosts > 0 && !targetNamesHost) {
            recorder.host(host.hostStart(), host.hostEnd(), host.port());
        }
        frame(recorder, old);
        // HTTP/1.0 knows no expectations (RFC 9110 §10.1.1).
        if (expectsOther && !old) {
            throw new HttpError(Refusal.EXPECTATION, "other than 100-continue");
        }
        RequestHead head = recorder.head();
        waits = expects && !old && head.framing() != Framing.NONE && head.contentLength() != 0;
    }

    /** True if the client waits for a 100 before it sends the body that it has announced. */
    boolean expectContinue() {
        return waits;
    }

    private void host(byte[] array, FieldParser field) throws HttpError {
        if (++hosts > 1) {
            throw new HttpError(Refusal.HOST, "more than one Host");
        }
        if (!host.parse(array, field.valueStart(), field.valueEnd())) {
            throw new HttpError(Refusal.HOST, "Host is no host with an optional port");
        }
    }

    private void expect(byte[] array, FieldParser field) {
        boolean known =
                Ascii.equalsIgnoreCase(array, field.valueStart(), field.valueEnd(), CONTINUE);
        expects |= known;
        expectsOther |= !known;
    }

    private void contentLength(byte[] array, FieldParser field) throws HttpError {
        long value = Ascii.decimal(array, field.valueStart(), field.valueEnd());
        if (value < 0) {
            throw new HttpError(Refusal.CONTENT_LENGTH, "not a number of up to 63 bits");
        }
        if (length >= 0 && length != value) {
            throw new HttpError(Refusal.CONTENT_LENGTH, "two that differ");
        }
        length = value;
    }

    /**
     * How the body ends (RFC 9112 §6.3). Anything ambiguous is refused, since a proxy may decide
     * otherwise.
     */
    private void frame(RequestHead.Recorder recorder, boolean old) throws HttpError {
        switch (codings.verdict()) {
            case ABSENT -> recorder.framing(length < 0 ? Framing.NONE : Framing.LENGTH, length);
            case CHUNKED -> recorder.framing(onlyCoding(old), -1);
            case UNKNOWN -> {
                onlyCoding(old);
                throw new HttpError(Refusal.UNKNOWN_CODING, "other than chunked");
            }
            case MALFORMED ->
                    throw new HttpError(Refusal.TRANSFER_CODING, "not exactly one chunked");
        }
    }

    private Framing onlyCoding(boolean old) throws HttpError {
        if (length >= 0) {
            throw new HttpError(Refusal.LENGTH_AND_CODING, "both fields");
        }
        if (old) {
            throw new HttpError(Refusal.TRANSFER_CODING, "in HTTP/1.0");
        }
        return Framing.CHUNKED;
    }
}
