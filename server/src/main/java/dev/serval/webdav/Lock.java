package dev.serval.webdav;

import dev.serval.files.SafePath;

/**
 * A write lock (RFC 4918 §6). Immutable.
 *
 * @param token its state token, a URI
 * @param path its root, without slash at the end
 * @param exclusive or shared
 * @param depth {@link Depth#ZERO} or {@link Depth#INFINITY}
 * @param owner the owner as the client sent it, as XML; may be empty
 * @param creator the name of the user who created it, and who alone may use its token (§6.4); null
 *     if it was created without a login: then any client with the token may use it
 * @param expires when it ends, nanoseconds
 */
record Lock(
        String token,
        String path,
        boolean exclusive,
        Depth depth,
        String owner,
        String creator,
        long expires) {
    /**
     * Whether a user may use its token.
     *
     * @param user null without a login
     */
    boolean isOf(String user) {
        return creator == null || creator.equals(user);
    }

    /** Whether it protects a path. */
    boolean covers(String other) {
        return path.equals(other) || depth == Depth.INFINITY && SafePath.isAtOrBelow(other, path);
    }

    Lock until(long later) {
        return new Lock(token, path, exclusive, depth, owner, creator, later);
    }
}
