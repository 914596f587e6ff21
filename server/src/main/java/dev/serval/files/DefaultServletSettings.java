package dev.serval.files;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

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
        return new DefaultServletSettings(
                value,
                fileEncoding,
                bom,
                directoryRedirectStatusCode,
                useAcceptRanges,
                useStrongETags,
                allowPostAsGet);
    }

    DefaultServletSettings withFileEncoding(Charset value) {
        return new DefaultServletSettings(
                listing,
                value,
                bom,
                directoryRedirectStatusCode,
                useAcceptRanges,
                useStrongETags,
                allowPostAsGet);
    }

    DefaultServletSettings withBom(Bom value) {
        return new DefaultServletSettings(
                listing,
                fileEncoding,
                value,
                directoryRedirectStatusCode,
                useAcceptRanges,
                useStrongETags,
                allowPostAsGet);
    }

    DefaultServletSettings withDirectoryRedirectStatusCode(int value) {
        return new DefaultServletSettings(
                listing, fileEncoding, bom, value, useAcceptRanges, useStrongETags, allowPostAsGet);
    }

    DefaultServletSettings withUseAcceptRanges(boolean value) {
        return new DefaultServletSettings(
                listing,
                fileEncoding,
                bom,
                directoryRedirectStatusCode,
                value,
                useStrongETags,
                allowPostAsGet);
    }

    DefaultServletSettings withUseStrongETags(boolean value) {
        return new DefaultServletSettings(
                listing,
                fileEncoding,
                bom,
                directoryRedirectStatusCode,
                useAcceptRanges,
                value,
                allowPostAsGet);
    }

    DefaultServletSettings withAllowPostAsGet(boolean value) {
        return new DefaultServletSettings(
                listing,
                fileEncoding,
                bom,
                directoryRedirectStatusCode,
                useAcceptRanges,
                useStrongETags,
                value);
    }
}
