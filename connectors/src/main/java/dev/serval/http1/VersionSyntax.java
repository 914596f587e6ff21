package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.HttpError;
import dev.serval.http.HttpVersion;
import dev.serval.http.Refusal;

/** The end of a request line, {@code HTTP/1.1} and CRLF (RFC 9112 §2.3). Stateless. */
final class VersionSyntax {
    /** Bytes of version and line end. */
    static final int LENGTH = 10;

    private static final byte[] NAME = Ascii.bytes("HTTP/");
    private static final int MAJOR = 5;
    private static final int MINOR = 7;

    private VersionSyntax() {}

    /** The refusal for a byte at that index, 0 to 9; null if it is right. */
    static Refusal mistake(int index, byte seen) {
        return switch (index) {
            case MAJOR, MINOR -> Ascii.isDigit(seen) ? null : wrong(seen);
            case 6 -> seen == '.' ? null : wrong(seen);
            case 8 -> seen == '\r' ? null : wrong(seen);
            case 9 -> seen == '\n' ? null : Refusal.LINE_END;
            default -> seen == NAME[index] ? null : wrong(seen);
        };
    }

    private static Refusal wrong(byte seen) {
        return switch (seen) {
            case '\n' -> Refusal.LINE_END;
            case ' ', '\t' -> Refusal.REQUEST_LINE;
            default -> Refusal.VERSION_SYNTAX;
        };
    }

    /**
     * The version that begins at {@code start}; a higher minor version counts as the highest known
     * one (RFC 9110 §2.5). Throws if the major version is not supported.
     */
    static HttpVersion version(byte[] array, int start) throws HttpError {
        byte major = array[start + MAJOR];
        if (major != '1') {
            throw new HttpError(Refusal.VERSION, "major version " + (char) major);
        }
        return array[start + MINOR] == '0' ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
    }
}
