package dev.serval.files;

import dev.serval.http.AcceptEncoding;
import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * The form of a file that a client gets (RFC 9110 §12.1). Immutable. {@link FastFile} chooses by
 * the same rules, among what is loaded.
 *
 * @param file where its bytes are
 * @param head what goes before them
 */
record Form(CachedFile file, FileHead head) {

    /** The file as it lies there. */
    static Form identity(CachedFile file) {
        return new Form(file, file.head());
    }

    /**
     * The form for a request whose connection gets the answer as it is.
     *
     * @param whole whether the request asks for no parts: what is compressed here has none
     */
    static Form of(CachedFile file, Exchange exchange, boolean whole, FileCache cache)
            throws IOException {
        boolean gzips = file.isCompressed(exchange.compression());
        if (!gzips && !file.representation().varies()) {
            return identity(file);
        }
        Form form = load(file, choose(file, exchange, gzips && whole), cache);
        if (form != null) {
            return form;
        }
        return new Form(file, gzips ? file.varyingHead() : file.head());
    }

    /** The form for a request that others take part in: one that lies there. */
    static Form of(CachedFile file, HttpServletRequest request, FileCache cache)
            throws IOException {
        if (!file.representation().varies()) {
            return identity(file);
        }
        long accepted = AcceptEncoding.of(Conditions.joined(request, FieldName.ACCEPT_ENCODING));
        Form form = load(file, file.variants().choose(accepted, false), cache);
        return form == null ? identity(file) : form;
    }

    /** Index of the form that a client likes most; allocates nothing. */
    static int choose(CachedFile file, Exchange exchange, boolean gzips) {
        Compression compression = exchange.compression();
        return file.variants()
                .choose(
                        AcceptEncoding.of(exchange.request()),
                        gzips && !compression.excludes(exchange.request()));
    }

    private static Form load(CachedFile file, int chosen, FileCache cache) throws IOException {
        CachedFile encoded = chosen == Variants.IDENTITY ? null : cache.encoded(file, chosen);
        return encoded == null ? null : identity(encoded);
    }
}
