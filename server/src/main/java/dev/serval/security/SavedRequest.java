package dev.serval.security;

import dev.serval.http.RequestHead;

/**
 * A request from before a login (Servlet 6.1 §13.6.3). Immutable by convention; limited to a head
 * and {@code maxSavePostSize} of the Connector.
 *
 * @param location for the redirect: a path made from the normalised one, with its query
 * @param path normalised, relative to the context
 * @param head as received; null if a GET of the location is equivalent
 * @param body empty if there is none
 */
public record SavedRequest(String location, String path, RequestHead head, byte[] body) {
    /** Whether it is more than a GET of its location. */
    public boolean hasMore() {
        return head != null;
    }

    /** Its approximate size in memory, in bytes. */
    int size() {
        return location.length()
                + path.length()
                + body.length
                + (head == null ? 0 : head.bytes().length);
    }
}
