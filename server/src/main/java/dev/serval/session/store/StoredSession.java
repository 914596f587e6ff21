package dev.serval.session.store;

import java.util.Objects;

/**
 * A session as a store keeps it. Immutable; callers do not change the bytes.
 *
 * @param id as clients send it; made by the server
 * @param version 1 or more; grows with every save
 * @param expires when its time is over, in milliseconds since 1970; Long.MAX_VALUE if it never is
 * @param bytes its content; up to {@link #MAX_BYTES}, not to be interpreted by a store
 */
public record StoredSession(String id, long version, long expires, byte[] bytes) {
    /** 64 MiB. */
    public static final int MAX_BYTES = 64 * 1024 * 1024;

    /** Throws IllegalArgumentException for a version below 1, and for too many bytes. */
    public StoredSession {
        Objects.requireNonNull(id, "id");
        if (version < 1 || bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "version " + version + ", " + bytes.length + " bytes");
        }
    }

    /** The same with another expiry. */
    public StoredSession expires(long millis) {
        return new StoredSession(id, version, millis, bytes);
    }
}
