package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * The fields that a protocol with one request at a time uses itself: Host, Content-Length,
 * Transfer-Encoding, Expect. Notes them as they come and validates them when the head is complete.
 * For protocols. Owned by the connection's thread.
 */
public final class KnownFields {
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

    /** Another request begins. */
    public void reset() {
        codings.reset();
        hosts = 0;
        length = -1;
        expects = false;
        expectsOther = false;
        waits = false;
    }

    /**
     * Notes one field. Throws if its value by itself is invalid.
     *
     * @param start of its name
     * @param end of its name
     */
    public void note(byte[] array, int start, int end, int valueStart, int valueEnd)
            throws HttpError {
        switch (end - start) {
            case 4 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, HOST)) {
                    host(array, valueStart, valueEnd);
                }
            }
            case 6 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, EXPECT)) {
                    expect(array, valueStart, valueEnd);
                }
            }
            case 14 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, CONTENT_LENGTH)) {
                    contentLength(array, valueStart, valueEnd);
                }
            }
            case 17 -> {
                if (Ascii.equalsIgnoreCase(array, start, end, TRANSFER_ENCODING)) {
                    codings.add(array, valueStart, valueEnd);
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
    public void judge(RequestHead.Recorder recorder, boolean targetNamesHost) throws HttpError {
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
    public boolean expectContinue() {
        return waits;
    }

    /** Notes the value of a Host, wherever it stands. Throws if it is invalid, or not the first. */
    public void host(byte[] array, int start, int end) throws HttpError {
        if (++hosts > 1) {
            throw new HttpError(Refusal.HOST, "more than one Host");
        }
        if (!host.parse(array, start, end)) {
            throw new HttpError(Refusal.HOST, "Host is no host with an optional port");
        }
    }

    private void expect(byte[] array, int start, int end) {
        boolean known = Ascii.equalsIgnoreCase(array, start, end, CONTINUE);
        expects |= known;
        expectsOther |= !known;
    }

    private void contentLength(byte[] array, int start, int end) throws HttpError {
        long value = Ascii.decimal(array, start, end);
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
