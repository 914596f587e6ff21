package dev.serval.config.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files that somebody else has written, and no more of them than fits. Stateless. */
public final class LimitedFile {
    /** Bytes of a {@code context.xml}. */
    public static final int CONTEXT_XML = 1 << 20;

    /**
     * Bytes of a {@code web.xml}, where each of thousands of pages may be a servlet, or a {@code
     * server.xml}.
     */
    public static final int LARGE = 8 << 20;

    private LimitedFile() {}

    /**
     * The whole of a file.
     *
     * @param most bytes
     * @throws IOException when it cannot be read, or is longer
     */
    public static byte[] read(Path file, int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IOException(
                        file.getFileName()
                                + " has more than "
                                + most
                                + " bytes, the most that it may have; make it shorter");
            }
            return bytes;
        }
    }
}
