package dev.serval.files;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.ByteBuffer;

/**
 * Something in a jar that may be served. Immutable.
 *
 * @param jar the jar that has it
 * @param path its path in the jar, without a slash at the end
 */
record JarMember(JarResources jar, String path) {
    InputStream stream() throws IOException {
        return jar.stream(path);
    }

    ByteBuffer content() throws IOException {
        return jar.content(path);
    }

    URL url() throws MalformedURLException {
        return jar.url(path);
    }
}
