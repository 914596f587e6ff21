package dev.serval.http;

import java.io.IOException;

/**
 * The head of a response, or its trailers, exceed their limit; nothing of them was sent. Immutable.
 */
public final class HeadTooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * @param size bytes that it has
     * @param most bytes that it may have
     */
    public HeadTooLargeException(int size, int most) {
        this(size, most, "maxHttpResponseHeaderSize");
    }

    /**
     * @param setting the {@code Connector} attribute with the limit
     */
    public HeadTooLargeException(int size, int most, String setting) {
        super(
                "the header or trailer section of the response has "
                        + size
                        + " bytes, more than "
                        + setting
                        + " of the Connector, which is "
                        + most);
    }
}
