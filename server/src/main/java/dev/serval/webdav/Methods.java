package dev.serval.webdav;

import dev.serval.files.Resource;
import java.util.Set;

/** The methods of WebDAV and which of them a resource has. Stateless. */
final class Methods {
    private static final Set<String> READING = Set.of("OPTIONS", "GET", "HEAD", "PROPFIND");
    private static final Set<String> CHANGING =
            Set.of("PUT", "DELETE", "MKCOL", "COPY", "MOVE", "PROPPATCH", "LOCK", "UNLOCK");

    private Methods() {}

    static boolean isKnown(String method) {
        return READING.contains(method) || CHANGING.contains(method);
    }

    /** Whether a method is refused while the servlet is read-only. */
    static boolean changes(String method) {
        return CHANGING.contains(method);
    }

    /** The value of the field Allow (RFC 9110 §10.2.1). */
    static String allowed(Resource found, boolean readonly) {
        String reading = "OPTIONS, GET, HEAD, PROPFIND";
        if (readonly) {
            return reading;
        }
        return switch (found.kind()) {
            case FILE -> reading + ", PUT, DELETE, COPY, MOVE, PROPPATCH, LOCK, UNLOCK";
            case DIRECTORY -> reading + ", DELETE, COPY, MOVE, PROPPATCH, LOCK, UNLOCK";
            case NOTHING -> "OPTIONS, PUT, MKCOL, LOCK";
        };
    }
}
