package dev.serval.http;

/**
 * For code that answers through another API than {@link Exchange} and chooses the content coding of
 * its response itself. Used like the exchange.
 */
public interface CodingChoice {
    /** Which responses the connector compresses. */
    Compression compression();

    /**
     * The connector does not compress the body, whose coding was chosen. Called before the head is
     * sent.
     */
    void sendAsIs();
}
