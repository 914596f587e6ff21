package dev.serval.files;

import dev.serval.http.AcceptEncoding;
import dev.serval.http.ContentCoding;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The encoded forms of one version of a file: those that lie beside it, and gzip that is made here.
 * Thread-safe; the choice among them is pure and allocates nothing.
 */
final class Variants {
    /** The result of {@link #choose} for the file itself. */
    static final int IDENTITY = -1;

    static final Variants NONE = new Variants(List.of(), new Resource[0]);

    private final List<Precompressed.EncodedForm> formats;
    private final Resource[] beside;
    private final boolean any;
    // The forms that are in memory, or kept open; the last is the one that is made here.
    private final AtomicReferenceArray<CachedFile> loaded;
    private volatile boolean incompressible;

    /**
     * @param formats the forms that were looked up
     * @param beside the forms that were found, in the same order; null for a form that is missing
     */
    Variants(List<Precompressed.EncodedForm> formats, Resource[] beside) {
        this.formats = formats;
        this.beside = beside;
        this.loaded = new AtomicReferenceArray<>(beside.length + 1);
        boolean found = false;
        for (Resource one : beside) {
            found |= one != null;
        }
        this.any = found;
    }

    /** Whether any lies beside the file, so that every answer for it varies. */
    boolean any() {
        return any;
    }

    /** Whether it is the one that is made here. */
    boolean isMade(int index) {
        return index == beside.length;
    }

    /** What lies beside the file. */
    Resource beside(int index) {
        return beside[index];
    }

    ContentCoding coding(int index) {
        return isMade(index) ? ContentCoding.GZIP : formats.get(index).coding();
    }

    /** Whether the same was found. */
    boolean isSame(Resource[] other) {
        for (int i = 0; i < beside.length; i++) {
            boolean same =
                    beside[i] == null
                            ? other[i] == null
                            : other[i] != null && beside[i].isSame(other[i]);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** The form that was loaded last; it may have left the cache since. Null if there is none. */
    CachedFile loaded(int index) {
        return loaded.getAcquire(index);
    }

    void loaded(int index, CachedFile variant) {
        loaded.setRelease(index, variant);
    }

    /** Drops the forms with weak tags, to be looked up again: the tags may have become strong. */
    void dropWeak() {
        for (int i = 0; i < loaded.length(); i++) {
            CachedFile variant = loaded.getAcquire(i);
            if (variant != null && !variant.representation().settled()) {
                loaded.setRelease(i, null);
            }
        }
    }

    /** Marks this version as not worth a second attempt to compress it. */
    void incompressible() {
        incompressible = true;
    }

    /**
     * The form that a client prefers (RFC 9110 §12.5.3): its index, or {@link #IDENTITY}. Among
     * equals the first form counts; the one that is made here comes after those beside the file,
     * and the file itself comes last.
     *
     * @param accepted see {@link AcceptEncoding}
     * @param gzips whether gzip may be made here
     */
    int choose(long accepted, boolean gzips) {
        int chosen = IDENTITY;
        int most = Math.max(1, AcceptEncoding.identityWeight(accepted));
        for (int i = 0; any && i < beside.length; i++) {
            int weight = AcceptEncoding.weight(accepted, coding(i));
            if (beside[i] != null && weight >= most) {
                chosen = i;
                most = weight + 1;
            }
        }
        boolean better = AcceptEncoding.weight(accepted, ContentCoding.GZIP) >= most;
        return gzips && !incompressible && better ? beside.length : chosen;
    }
}
