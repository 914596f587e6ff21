package dev.serval.classpath;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.jar.Manifest;

/** A directory of classes. Each look-up asks the disk, since classes may be added. Thread-safe. */
public final class DirectoryPart extends ClassPathPart {
    private final File directory;
    private volatile boolean closed;

    /** A directory, which exists. */
    public DirectoryPart(Path directory) {
        super(directory);
        this.directory = directory.toFile();
        place(); // ends with a slash only while the directory is there
    }

    @Override
    ClassPathResource find(String name) {
        // As in the JDK: a name with a slash before it is another one.
        if (closed || name.startsWith("/")) {
            return null;
        }
        File file = name.contains("..") ? below(name) : new File(directory, name);
        return file != null && file.exists() ? new FileResource(name, file) : null;
    }

    /** The file of a name with dots; null if it is outside of the directory. */
    private File below(String name) {
        try {
            File file = new File(directory, name).getCanonicalFile();
            return file.toPath().startsWith(directory.getCanonicalFile().toPath()) ? file : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public Manifest manifest() {
        return null;
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class FileResource implements ClassPathResource {
        private final String name;
        private final File file;

        private FileResource(String name, File file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public ClassPathPart part() {
            return DirectoryPart.this;
        }

        @Override
        public URL url() {
            try {
                return new URL(place(), encoded(name));
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e); // it is one of the scheme of the directory
            }
        }

        @Override
        public InputStream open() throws IOException {
            return new FileInputStream(file);
        }

        @Override
        public byte[] bytes() throws IOException {
            try (InputStream in = open()) {
                return in.readAllBytes();
            }
        }

        @Override
        public CodeSource source() {
            return DirectoryPart.this.source();
        }
    }
}
