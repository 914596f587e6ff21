package dev.serval.webapp;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.DirectoryStream.Filter;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Another file system to read from, which notes the names of the files that are opened. */
final class CountedFiles extends FileSystemProvider {
    private final FileSystem real;
    private final FileSystem shown = new Shown();
    final List<String> opened = new ArrayList<>();

    /** Bytes that files claim to have, by their names. */
    final Map<String, Long> claimed = new HashMap<>();

    CountedFiles(FileSystem real) {
        this.real = real;
    }

    Path root() {
        return wrap(real.getPath("/"));
    }

    private Path wrap(Path path) {
        return (Path)
                Proxy.newProxyInstance(
                        CountedFiles.class.getClassLoader(),
                        new Class<?>[] {Path.class},
                        (proxy, method, given) -> call(path, method, given));
    }

    private Object call(Path path, Method method, Object[] given) throws Throwable {
        if (method.getName().equals("getFileSystem")) {
            return shown;
        }
        Object[] unwrapped = given == null ? new Object[0] : given.clone();
        for (int i = 0; i < unwrapped.length; i++) {
            unwrapped[i] = unwrapped[i] instanceof Path each ? unwrap(each) : unwrapped[i];
        }
        try {
            Object result = method.invoke(path, unwrapped);
            return result instanceof Path each ? wrap(each) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Path unwrap(Path path) {
        return real.getPath(path.toString());
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        opened.add(path.getFileName().toString());
        return Files.newByteChannel(unwrap(path), options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> all =
                Files.newDirectoryStream(unwrap(path), each -> filter.accept(wrap(each)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                List<Path> wrapped = new ArrayList<>();
                all.forEach(each -> wrapped.add(wrap(each)));
                return wrapped.iterator();
            }

            @Override
            public void close() throws IOException {
                all.close();
            }
        };
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.provider().checkAccess(unwrap(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(unwrap(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
            Path path, Class<A> type, LinkOption... options) throws IOException {
        A found = Files.readAttributes(unwrap(path), type, options);
        Long size = claimed.get(String.valueOf(path.getFileName()));
        return size == null
                ? found
                : type.cast(
                        Proxy.newProxyInstance(
                                CountedFiles.class.getClassLoader(),
                                new Class<?>[] {BasicFileAttributes.class},
                                (proxy, method, given) ->
                                        method.getName().equals("size")
                                                ? size
                                                : method.invoke(found, given)));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
            throws IOException {
        return Files.readAttributes(unwrap(path), names, options);
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return Files.isSameFile(unwrap(path), unwrap(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(unwrap(path));
    }

    // ---- what nobody asks for

    @Override
    public String getScheme() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delete(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    /** As applications of paths see it. */
    private final class Shown extends FileSystem {
        @Override
        public FileSystemProvider provider() {
            return CountedFiles.this;
        }

        @Override
        public Path getPath(String first, String... more) {
            return wrap(real.getPath(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            PathMatcher matcher = real.getPathMatcher(pattern);
            return path -> matcher.matches(unwrap(path));
        }

        @Override
        public boolean isOpen() {
            return real.isOpen();
        }

        @Override
        public boolean isReadOnly() {
            return true;
        }

        @Override
        public String getSeparator() {
            return real.getSeparator();
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return real.supportedFileAttributeViews();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
