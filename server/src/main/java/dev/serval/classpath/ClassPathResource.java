package dev.serval.classpath;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;

/** A file that was found on a class path. */
public interface ClassPathResource {
    /** Where it was found. */
    ClassPathPart part();

    /** Its URL, which class loaders give to programs. */
    URL url();

    /** Opens it; the stream is closed with a jar, but not with a directory. */
    InputStream open() throws IOException;

    /** Reads it to its end. */
    byte[] bytes() throws IOException;

    /**
     * Where a class comes from, with those who have signed it; to be called after {@link #bytes}.
     */
    CodeSource source();
}
