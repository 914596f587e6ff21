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
    /** What {@link #choose} says of the file itself. */
    static final int IDENTITY = -1;

    static final Variants NONE = new Variants(List.of(), new Resource[0]);

    private final List<Precompressed.EncodedForm> formats;
    private final Resource[] beside;
    private final boolean any;
    // What is in memory, or kept open; the last is the one that is made here.
    private final AtomicReferenceArray<CachedFile> loaded;
    private volatile boolean incompressible;

    /**
     * @param formats what was looked for
     * @param beside what was found, in the same order; null if there is nothing
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

    /** What was loaded last; may have left the cache since. Null if there is nothing. */
    CachedFile loaded(int index) {
        return loaded.getAcquire(index);
    }

    void loaded(int index, CachedFile variant) {
        loaded.setRelease(index, variant);
    }

    /** Those with weak tags are to be looked at again: perhaps they have become strong. */
    void dropWeak() {
        for (int i = 0; i < loaded.length(); i++) {
            CachedFile variant = loaded.getAcquire(i);
            if (variant != null && !variant.representation().settled()) {
                loaded.setRelease(i, null);
            }
        }
    }

    /** It is not worth a second try to compress this version. */
    void incompressible() {
        incompressible = true;
    }

    /**
     * The form that a client likes most (RFC 9110 §12.5.3): its index, or {@link #IDENTITY}. Among
     * equals the first; what is made here comes behind what lies there, and the file itself last.
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
