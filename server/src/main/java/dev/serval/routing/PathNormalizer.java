package dev.serval.routing;

import dev.serval.http.HttpError;

/** Skeleton. */
public final class PathNormalizer {
    private PathNormalizer() {}

    public static boolean isPlain(byte[] bytes, int start, int end) {
        return false;
    }

    public static String normalize(byte[] bytes, int start, int end) throws HttpError {
        throw new UnsupportedOperationException();
    }
}
