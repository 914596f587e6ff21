package dev.serval.files;

import dev.serval.http.PercentEncoding;

/** The redirect of a request for a directory without its last slash. Stateless. */
final class DirectoryRedirect {
    private DirectoryRedirect() {}

    /**
     * A Location of printable ASCII that begins with exactly one slash (CVE-2018-11784).
     *
     * @param path encoded and normalised, the context path included
     * @param query as received; null if there is none
     */
    static String location(String path, String query) {
        int slashes = 0;
        while (slashes < path.length() && path.charAt(slashes) == '/') {
            slashes++;
        }
        String location = "/" + path.substring(slashes);
        String slash = location.endsWith("/") ? "" : "/";
        return location + slash + (query == null ? "" : "?" + PercentEncoding.ofQuery(query));
    }
}
