package dev.serval.security;

import dev.serval.http.RequestHead;

/**
 * What was asked for before a login (Servlet 6.1 §13.6.3). Immutable by convention; at most as
 * large as a head and {@code maxSavePostSize} of the Connector.
 *
 * @param location where it leads: a path that was made of the normalised one, with its query
 * @param path normalised, relative to the context
 * @param head as it was received; null when a GET of the location is the same
 * @param body empty if there is none
 */
public record SavedRequest(String location, String path, RequestHead head, byte[] body) {
    /** Whether a GET of the same place is another request. */
    public boolean hasMore() {
        return head != null;
    }

    /** About how many bytes of memory it takes. */
    int size() {
        return location.length()
                + path.length()
                + body.length
                + (head == null ? 0 : head.bytes().length);
    }
}
