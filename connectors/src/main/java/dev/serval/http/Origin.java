package dev.serval.http;

/**
 * What a connector says of every request that it receives. Immutable.
 *
 * @param scheme for example {@code http}
 * @param secure whether requests count as confidential
 * @param proxyName the server's name towards clients; null means that of the request
 * @param proxyPort the server's port towards clients; 0 means that of the request
 * @param redirectPort where confidential requests go
 * @param forms what their parameters and parts may be
 * @param api how applications see them
 * @param path which spellings of their paths are taken
 * @param allowTrace whether TRACE reaches applications
 */
public record Origin(
        String scheme,
        boolean secure,
        String proxyName,
        int proxyPort,
        int redirectPort,
        FormLimits forms,
        ApiOptions api,
        PathRules path,
        boolean allowTrace) {

    /** With strict rules. */
    public Origin(
            String scheme,
            boolean secure,
            String proxyName,
            int proxyPort,
            int redirectPort,
            FormLimits forms,
            ApiOptions api) {
        this(
                scheme,
                secure,
                proxyName,
                proxyPort,
                redirectPort,
                forms,
                api,
                PathRules.STRICT,
                false);
    }
}
