package dev.serval.valve;

import jakarta.servlet.http.HttpServletRequest;

/**
 * A valve that can make requests skip the {@link CallValve} that follows it in the same engine,
 * host or context. Thread-safe.
 */
public interface SkippingValve extends CallValve {
    /** Whether the next valve is skipped; called after this one has let the request proceed. */
    boolean skipsNext(HttpServletRequest request);
}
