package dev.serval.webdav;

/**
 * The settings that {@link WebdavParameters} reads. Immutable.
 *
 * @param maxDepth levels that a PROPFIND of depth infinity goes down; default 3
 * @param maxRequestBodySize bytes that the XML of a request may have; default 4096, as Tomcat's
 * @param serveSubpathOnly whether {@code /dav/*} means the directory dav; default false, it means
 *     all files of the application
 */
record WebdavSettings(int maxDepth, int maxRequestBodySize, boolean serveSubpathOnly) {
    static final WebdavSettings DEFAULTS = new WebdavSettings(3, 4096, false);
}
