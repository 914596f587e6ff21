package dev.serval.servlet.request;

import dev.serval.http.FormLimits;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.settings.ContextRule;
import jakarta.servlet.MultipartConfigElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The limits of a multipart body. Immutable.
 *
 * @param directory of temporary files, and for relative names
 * @param maxFileSize bytes of a part at most; negative means no limit
 * @param maxRequestSize bytes of the whole body at most; negative means no limit
 * @param threshold bytes above which a part goes into a file
 * @param forms those of the connector
 */
record MultipartLimits(
        Path directory, long maxFileSize, long maxRequestSize, int threshold, FormLimits forms) {

    /** Throws IOException if the location does not exist and must not be created. */
    static MultipartLimits of(MultipartConfigElement config, Application context, FormLimits forms)
            throws IOException {
        Path workDir = context.workDir();
        Path base = workDir != null ? workDir : Path.of(System.getProperty("java.io.tmpdir"));
        String location = config.getLocation();
        Path directory = location == null || location.isEmpty() ? base : base.resolve(location);
        if (context.settings().has(ContextRule.CREATE_UPLOAD_TARGETS)) {
            Files.createDirectories(directory);
        }
        return new MultipartLimits(
                directory,
                config.getMaxFileSize(),
                config.getMaxRequestSize(),
                config.getFileSizeThreshold(),
                forms);
    }
}
