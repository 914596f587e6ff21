package dev.serval.servlet;

import jakarta.servlet.MultipartConfigElement;
import java.nio.file.Path;

/**
 * What a multipart body may be. Immutable.
 *
 * @param directory of temporary files, and for relative names
 * @param maxFileSize bytes of a part at most; negative: no limit
 * @param maxRequestSize bytes of the whole body at most; negative: no limit
 * @param threshold bytes above which a part goes into a file
 * @param maxPartCount parts at most; default 50 (CVE-2025-48988)
 * @param maxPartHeaderSize bytes of the fields of a part at most; default 512 (CVE-2025-48976)
 */
record MultipartLimits(
        Path directory,
        long maxFileSize,
        long maxRequestSize,
        int threshold,
        int maxPartCount,
        int maxPartHeaderSize) {
    static final int MAX_PART_COUNT = 50;
    static final int MAX_PART_HEADER_SIZE = 512;

    /**
     * @param workDir the temporary directory of the application; null: that of the JVM
     */
    static MultipartLimits of(MultipartConfigElement config, Path workDir) {
        Path base = workDir != null ? workDir : Path.of(System.getProperty("java.io.tmpdir"));
        String location = config.getLocation();
        return new MultipartLimits(
                location == null || location.isEmpty() ? base : base.resolve(location),
                config.getMaxFileSize(),
                config.getMaxRequestSize(),
                config.getFileSizeThreshold(),
                MAX_PART_COUNT,
                MAX_PART_HEADER_SIZE);
    }
}
