package dev.serval.files;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The settings by the init-params of Tomcat's default servlet, without those that are components of
 * {@link FileSettings}. Immutable. {@link DefaultServletParameters} describes each.
 *
 * @param listing the form of directory listings
 * @param fileEncoding the encoding of text files, where it matters; default UTF-8
 * @param bom the treatment of a byte order mark in text that is converted
 * @param directoryRedirectStatusCode 301, 302, 307 or 308; default 302
 * @param useAcceptRanges whether responses have Accept-Ranges; default true
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

    private DefaultServletSettings change(Consumer<ParameterCopy> what) {
        ParameterCopy changes = new ParameterCopy();
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

    /** A mutable copy, for a moment. */
    private final class ParameterCopy {
        ListingSettings listing = DefaultServletSettings.this.listing;
        Charset fileEncoding = DefaultServletSettings.this.fileEncoding;
        Bom bom = DefaultServletSettings.this.bom;
        int directoryRedirectStatusCode = DefaultServletSettings.this.directoryRedirectStatusCode;
        boolean useAcceptRanges = DefaultServletSettings.this.useAcceptRanges;
        boolean useStrongETags = DefaultServletSettings.this.useStrongETags;
        boolean allowPostAsGet = DefaultServletSettings.this.allowPostAsGet;
    }
}
