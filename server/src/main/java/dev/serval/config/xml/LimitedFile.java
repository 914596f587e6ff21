package dev.serval.config.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files of unknown origin, up to a limit. Stateless. */
public final class LimitedFile {
    /** The limit of a {@code context.xml} in bytes. */
    public static final int CONTEXT_XML = 1 << 20;

    /**
     * The limit of a {@code server.xml}, and of a {@code web.xml}, where each of thousands of pages
     * may be a servlet.
     */
    public static final int LARGE = 8 << 20;

    private LimitedFile() {}

    /**
     * The whole of a file.
     *
     * @param most the limit in bytes
     * @throws IOException if it cannot be read, or is longer
     */
    public static byte[] read(Path file, int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IOException(
                        file.getFileName()
                                + " has more than "
                                + most
                                + " bytes, the limit; make it shorter");
            }
            return bytes;
        }
    }
}
