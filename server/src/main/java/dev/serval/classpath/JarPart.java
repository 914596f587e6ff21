package dev.serval.classpath;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/** An open jar; of a multi-release jar, the files for this version of Java. Thread-safe. */
public final class JarPart extends ClassPathPart {
    private static final int LARGE = 1 << 24;

    private final JarFile jar;
    private final boolean checked;

    private JarPart(Path path, boolean checked) throws IOException {
        super(path);
        this.checked = checked;
        this.jar = new JarFile(path.toFile(), checked, ZipFile.OPEN_READ, Runtime.version());
    }

    /**
     * Opens a jar; the signatures of its files are checked when they are read.
     *
     * @throws IOException if it is no complete jar
     */
    public static JarPart open(Path jar) throws IOException {
        return new JarPart(jar, true);
    }

    /**
     * The same without a check of signatures, which takes long for a large jar; only main
     * attributes of its manifest are read.
     */
    public static JarPart openUnchecked(Path jar) throws IOException {
        return new JarPart(jar, false);
    }

    @Override
    ClassPathResource find(String name) {
        try {
            JarEntry entry = jar.getJarEntry(name);
            return entry == null ? null : new EntryResource(entry);
        } catch (IllegalStateException e) {
            return null; // closed
        }
    }

    /** Its entries; the names of directories have a slash at the end. */
    Enumeration<JarEntry> entries() {
        return jar.entries();
    }

    @Override
    public Manifest manifest() throws IOException {
        try {
            return checked ? jar.getManifest() : MainAttributes.of(jar);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    private IOException closed(IllegalStateException e) {
        return new IOException(place() + " has been closed", e);
    }

    @Override
    public void close() throws IOException {
        jar.close();
    }

    private final class EntryResource implements ClassPathResource {
        private final JarEntry entry;

        private EntryResource(JarEntry entry) {
            this.entry = entry;
        }

        @Override
        public ClassPathPart part() {
            return JarPart.this;
        }

        @Override
        public URL url() {
            try {
                return new URL("jar:" + place() + "!/" + encoded(entry.getRealName()));
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e); // that of the jar is one
            }
        }

        @Override
        public InputStream open() throws IOException {
            try {
                return jar.getInputStream(entry);
            } catch (IllegalStateException e) {
                throw closed(e);
            }
        }

        /** Reads into an array of its length: thousands of classes are read. */
        @Override
        public byte[] bytes() throws IOException {
            try (InputStream in = open()) {
                long size = entry.getSize();
                if (size < 0 || size > LARGE) {
                    return in.readAllBytes(); // not believed
                }
                byte[] bytes = new byte[(int) size];
                int length = in.readNBytes(bytes, 0, bytes.length);
                // Signatures are checked at the end of the stream.
                if (length < size || in.read() >= 0) {
                    throw new IOException(
                            entry.getName() + " in " + place() + " is not as long as its jar says");
                }
                return bytes;
            }
        }

        @Override
        public CodeSource source() {
            CodeSigner[] signers = checked ? entry.getCodeSigners() : null;
            return signers == null ? JarPart.this.source() : new CodeSource(place(), signers);
        }
    }
}
