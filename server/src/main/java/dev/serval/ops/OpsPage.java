package dev.serval.ops;

import java.io.IOException;

/** One page of the endpoint. Thread-safe: several threads may write it at once. */
@FunctionalInterface
interface OpsPage {
    /**
     * Writes it. If memory runs out it is called again, with an empty answer.
     *
     * @throws IllegalArgumentException with a message for the client if its request is invalid
     */
    void write(OpsRequest request, OpsAnswer answer) throws IOException;
}
