package dev.serval.servlet;

import dev.serval.http.FormLimits;
import jakarta.servlet.MultipartConfigElement;
import java.nio.file.Path;

/**
 * What a multipart body may be. Immutable.
 *
 * @param directory of temporary files, and for relative names
 * @param maxFileSize bytes of a part at most; negative: no limit
 * @param maxRequestSize bytes of the whole body at most; negative: no limit
 * @param threshold bytes above which a part goes into a file
 * @param forms those of the connector
 */
record MultipartLimits(
        Path directory, long maxFileSize, long maxRequestSize, int threshold, FormLimits forms) {

    /**
     * @param workDir the temporary directory of the application; null: that of the JVM
     */
    static MultipartLimits of(MultipartConfigElement config, Path workDir, FormLimits forms) {
        Path base = workDir != null ? workDir : Path.of(System.getProperty("java.io.tmpdir"));
        String location = config.getLocation();
        return new MultipartLimits(
                location == null || location.isEmpty() ? base : base.resolve(location),
                config.getMaxFileSize(),
                config.getMaxRequestSize(),
                config.getFileSizeThreshold(),
                forms);
    }
}
