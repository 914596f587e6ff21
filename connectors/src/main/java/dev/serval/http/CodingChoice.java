package dev.serval.http;

/**
 * For who answers by another API than {@link Exchange}, and chooses the content coding of its
 * response itself. Used like the exchange.
 */
public interface CodingChoice {
    /** Which responses the connector compresses. */
    Compression compression();

    /** The body is not compressed here: a coding was chosen, or none. Before the head goes out. */
    void sendAsIs();
}
