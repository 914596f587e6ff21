package dev.serval.files;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * What the init-params of Tomcat's default servlet decide, those with a component of their own in
 * {@link FileSettings} left out. Immutable. {@link DefaultServletParameters} says more of each.
 *
 * @param listing what a listing of a directory looks like
 * @param fileEncoding what text files are written in, where that matters; default UTF-8
 * @param bom what is done with a byte order mark where text is converted
 * @param directoryRedirectStatusCode 301, 302, 307 or 308; default 302
 * @param useAcceptRanges whether answers say that ranges may be asked for; default true
 * @param useStrongETags whether entity tags are made of the content; default false
 * @param allowPostAsGet whether a POST to a file is answered like a GET; default false
 */
record DefaultServletSettings(
        ListingSettings listing,
        Charset fileEncoding,
        Bom bom,
        int directoryRedirectStatusCode,
        boolean useAcceptRanges,
        boolean useStrongETags,
        boolean allowPostAsGet) {

    static final DefaultServletSettings DEFAULTS =
            new DefaultServletSettings(
                    ListingSettings.DEFAULTS,
                    StandardCharsets.UTF_8,
                    Bom.USE,
                    302,
                    true,
                    false,
                    false);

    DefaultServletSettings withListing(ListingSettings value) {
        return change(changes -> changes.listing = value);
    }

    DefaultServletSettings withFileEncoding(Charset value) {
        return change(changes -> changes.fileEncoding = value);
    }

    DefaultServletSettings withBom(Bom value) {
        return change(changes -> changes.bom = value);
    }

    DefaultServletSettings withDirectoryRedirectStatusCode(int value) {
        return change(changes -> changes.directoryRedirectStatusCode = value);
    }

    DefaultServletSettings withUseAcceptRanges(boolean value) {
        return change(changes -> changes.useAcceptRanges = value);
    }

    DefaultServletSettings withUseStrongETags(boolean value) {
        return change(changes -> changes.useStrongETags = value);
    }

    DefaultServletSettings withAllowPostAsGet(boolean value) {
        return change(changes -> changes.allowPostAsGet = value);
    }

    private DefaultServletSettings change(Consumer<Changes> what) {
        Changes changes = new Changes();
        what.accept(changes);
        return new DefaultServletSettings(
                changes.listing,
                changes.fileEncoding,
                changes.bom,
                changes.directoryRedirectStatusCode,
                changes.useAcceptRanges,
                changes.useStrongETags,
                changes.allowPostAsGet);
    }

    /** What is to be another one, for a moment. */
    private final class Changes {
        ListingSettings listing = DefaultServletSettings.this.listing;
        Charset fileEncoding = DefaultServletSettings.this.fileEncoding;
        Bom bom = DefaultServletSettings.this.bom;
        int directoryRedirectStatusCode = DefaultServletSettings.this.directoryRedirectStatusCode;
        boolean useAcceptRanges = DefaultServletSettings.this.useAcceptRanges;
        boolean useStrongETags = DefaultServletSettings.this.useStrongETags;
        boolean allowPostAsGet = DefaultServletSettings.this.allowPostAsGet;
    }
}
