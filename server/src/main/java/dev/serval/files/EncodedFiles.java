package dev.serval.files;

import dev.serval.http.ContentCoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The encoded forms of the files of one {@link FileCache}, which keeps and counts them like files.
 * Thread-safe. Accesses the disk and compresses, so it must not be used on an I/O thread.
 *
 * <p>They are looked up together with their file, and so are as fresh as the file. A version of a
 * file is compressed once. Nothing is compressed that is larger than {@value
 * CachedFile#MOST_COMPRESSED} bytes, that takes more than an eighth of the cache in its compressed
 * form, or that a full cache would not take in.
 */
final class EncodedFiles {
    private final FileCache cache;
    private final ResourceRoot root;

    EncodedFiles(FileCache cache, ResourceRoot root) {
        this.cache = cache;
        this.root = root;
    }

    /**
     * The encoded forms beside a file, found by the same rules as the file itself. A form in
     * another directory or jar belongs to another file.
     */
    Resource[] beside(String path, Resource file) {
        List<Precompressed.EncodedForm> formats = formats();
        if (formats.isEmpty() || cache.settings().precompressed().isEncoded(path)) {
            return Subject.NOTHING;
        }
        Resource[] beside = new Resource[formats.size()];
        for (int i = 0; i < beside.length; i++) {
            Resource found = root.find(path + formats.get(i).suffix());
            beside[i] = found.isFile() && isSamePlace(file, found) ? found : null;
        }
        return beside;
    }

    Variants variants(Resource[] beside) {
        return new Variants(formats(), beside);
    }

    /** The chosen form of a file; null if it is not available now. */
    CachedFile load(CachedFile file, int index) throws IOException {
        Variants variants = file.variants();
        CachedFile loaded = variants.loaded(index);
        if (loaded != null && !loaded.isRetired()) {
            loaded.touch(cache.now());
            return loaded;
        }
        boolean made = variants.isMade(index);
        if (!cache.keeps(file)) {
            return made ? null : cache.unkept(lying(file, index));
        }
        // No path of a request begins like this.
        String name = (made ? "made:" : variants.coding(index).token() + ":") + file.name();
        SingleFlight.Load load = () -> made ? make(name, file) : read(name, file, index);
        CachedFile form = cache.once(name, load);
        if (form != null && !form.isSame(made ? file.found() : variants.beside(index))) {
            // The look-up in progress was for an earlier version.
            form = load.load();
        }
        if (form != null) {
            variants.loaded(index, form);
        }
        return form;
    }

    private Subject lying(CachedFile file, int index) {
        Variants variants = file.variants();
        return new Subject(
                file.name(),
                file.name(),
                variants.beside(index),
                variants.coding(index),
                Subject.NOTHING);
    }

    private CachedFile read(String name, CachedFile file, int index) throws IOException {
        return cache.current(lying(file, index).as(name));
    }

    private CachedFile make(String name, CachedFile file) throws IOException {
        CachedFile known = cache.kept(name);
        ByteBuffer body = null;
        if (known != null && known.isSame(file.found())) {
            body = known.body();
        }
        if (body == null) {
            body = cache.admits(file.size()) ? compressed(file) : null;
        }
        if (body == null) {
            file.variants().incompressible();
            return null;
        }
        Representation form =
                file.representation().encoded(ContentCoding.GZIP, body.capacity(), false);
        CachedFile kept = cache.keep(CachedFile.made(name, file.found(), form, body, cache.now()));
        return kept.isRetired() ? null : kept;
    }

    /** The compressed form; null if it is too large. */
    private ByteBuffer compressed(CachedFile file) throws IOException {
        long most = cache.settings().cacheBytes() / 8;
        Bytes bytes = new Bytes((int) Math.min(most, file.size() / 4 + 64));
        try (Gzip gzip = new Gzip(bytes)) {
            ByteBuffer body = file.body();
            if (body != null) {
                byte[] part = new byte[8192];
                while (body.hasRemaining()) {
                    int count = Math.min(part.length, body.remaining());
                    body.get(part, 0, count);
                    gzip.write(part, 0, count);
                }
            } else {
                OpenFile open = file.open();
                try {
                    FileRangeCopy.run(
                            open.channel(),
                            0,
                            file.size(),
                            data -> gzip.write(data.array(), data.position(), data.remaining()));
                } finally {
                    open.release();
                }
                if (!file.isSame(file.found().again())) {
                    throw new FileChanged(file.found().path());
                }
            }
        }
        return bytes.size() <= most ? bytes.direct() : null;
    }

    private static boolean isSamePlace(Resource file, Resource beside) {
        if (file.member() == null || beside.member() == null) {
            return file.member() == beside.member()
                    && Objects.equals(file.path().getParent(), beside.path().getParent());
        }
        return file.member().jar() == beside.member().jar();
    }

    private List<Precompressed.EncodedForm> formats() {
        return cache.settings().precompressed().formats();
    }

    /** Compresses better than a response for one client. */
    private static final class Gzip extends GZIPOutputStream {
        Gzip(Bytes target) throws IOException {
            super(target, 8192);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    private static final class Bytes extends ByteArrayOutputStream {
        Bytes(int size) {
            super(size);
        }

        /** A copy as the cache keeps content; null if memory is short. */
        ByteBuffer direct() {
            try {
                return ByteBuffer.allocateDirect(count)
                        .put(buf, 0, count)
                        .flip()
                        .asReadOnlyBuffer();
            } catch (OutOfMemoryError e) {
                return null;
            }
        }
    }
}
