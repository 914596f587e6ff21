package dev.serval.files;

import dev.serval.http.AcceptEncoding;
import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.RequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * The form of a file that a client gets (RFC 9110 §12.1). Immutable. {@link FastFile} chooses by
 * the same rules among loaded forms.
 *
 * @param file the file with its bytes
 * @param head the head that is sent before them
 */
record Form(CachedFile file, FileHead head) {

    /** The file itself. */
    static Form identity(CachedFile file) {
        return new Form(file, file.head());
    }

    /**
     * @param compression the compression by this server
     * @param whole whether the request asks for the whole file: a form compressed here has no
     *     ranges
     */
    static Form of(
            CachedFile file,
            HttpServletRequest request,
            Compression compression,
            boolean whole,
            FileCache cache)
            throws IOException {
        boolean gzips = file.isCompressed(compression);
        if (!gzips && !file.representation().varies()) {
            return identity(file);
        }
        long accepted = AcceptEncoding.of(Conditions.joined(request, FieldName.ACCEPT_ENCODING));
        boolean takes =
                gzips
                        && whole
                        && !compression.excludes(Conditions.joined(request, FieldName.USER_AGENT));
        int chosen = file.variants().choose(accepted, takes);
        CachedFile encoded = chosen == Variants.IDENTITY ? null : cache.encoded(file, chosen);
        if (encoded != null) {
            return identity(encoded);
        }
        return new Form(file, gzips ? file.varyingHead() : file.head());
    }

    /** For the I/O thread: the form's index, see {@link Variants#choose}. Allocates nothing. */
    static int choose(CachedFile file, Exchange exchange, boolean gzips) {
        RequestHead head = exchange.request();
        boolean takes = gzips && !exchange.compression().excludes(head);
        return file.variants().choose(AcceptEncoding.of(head), takes);
    }
}
