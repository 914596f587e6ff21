package dev.serval.classpath;

import dev.serval.http.PercentEncoding;
import java.io.Closeable;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.jar.Manifest;

/** A directory or a jar that a class loader searches. Thread-safe. */
public abstract class ClassPathPart implements Closeable {
    private final Path path;
    private volatile CodeSource source; // made when it is needed, as for few jars of an extension

    ClassPathPart(Path path) {
        this.path = path;
    }

    /** A URL for a class loader. An exclamation mark would end the jar's part of it. */
    public static URL url(Path part) throws MalformedURLException {
        return URI.create(part.toUri().toString().replace("!", "%21")).toURL();
    }

    /** Closes parts that nobody searches any more, and have only been read. */
    public static void abandon(Iterable<? extends ClassPathPart> parts) {
        for (ClassPathPart part : parts) {
            try {
                part.close();
            } catch (IOException e) {
                // Something else has failed, and is reported.
            }
        }
    }

    /**
     * The path of a file in its URL. The exclamation mark ends the part of a jar, and a colon ends
     * a scheme.
     */
    static String encoded(String name) {
        return PercentEncoding.ofPath(name).replace("!", "%21").replace(":", "%3A");
    }

    /** The URL of the directory or of the jar. */
    public final URL place() {
        return source().getLocation();
    }

    /** The source of classes that nobody has signed. */
    final CodeSource source() {
        CodeSource known = source;
        if (known == null) {
            try {
                known = new CodeSource(url(path), (CodeSigner[]) null);
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e); // the JDK knows files
            }
            source = known;
        }
        return known;
    }

    /** A file by its path with slashes; null if there is none, or after {@link #close}. */
    abstract ClassPathResource find(String name);

    /** The manifest of a jar; null if there is none. */
    public abstract Manifest manifest() throws IOException;

    @Override
    public abstract void close() throws IOException;
}
