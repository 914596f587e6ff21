package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * A request method (RFC 9110 §9). Immutable. Methods are case-sensitive tokens; one that is not
 * listed here is {@link #OTHER} and its name is {@link RequestHead#methodName()}.
 */
public enum Method {
    GET,
    HEAD,
    POST,
    PUT,
    DELETE,
    OPTIONS,
    TRACE,
    CONNECT,
    PATCH,
    OTHER;

    private final byte[] bytes = Ascii.bytes(name());

    /** The method that this range of bytes names; {@link #OTHER} if it is none of those listed. */
    public static Method of(byte[] array, int from, int to) {
        if (from == to) {
            return OTHER;
        }
        Method candidate =
                switch (array[from]) {
                    case 'G' -> GET;
                    case 'H' -> HEAD;
                    case 'P' ->
                            switch (to - from) {
                                case 3 -> PUT;
                                case 4 -> POST;
                                default -> PATCH;
                            };
                    case 'D' -> DELETE;
                    case 'O' -> OPTIONS;
                    case 'T' -> TRACE;
                    case 'C' -> CONNECT;
                    default -> OTHER;
                };
        return Ascii.equals(array, from, to, candidate.bytes) ? candidate : OTHER;
    }
}
