package dev.serval.config;

import dev.serval.files.Overlay;
import java.util.List;

/**
 * The element {@code Resources}: how the files of an application are found and cached. Immutable.
 *
 * @param cachingAllowed default true
 * @param cacheMaxSize KiB of all cached files; null means the files' own default
 * @param cacheObjectMaxSize KiB of the largest file that is cached; null: as above
 * @param cacheTtl milliseconds until a cached file is checked again; null: as above
 * @param allowLinking whether a symbolic link may lead out of the directory; default false
 * @param overlays further sources of files, in the order of the file
 */
public record ResourcesConfig(
        boolean cachingAllowed,
        Integer cacheMaxSize,
        Integer cacheObjectMaxSize,
        Integer cacheTtl,
        boolean allowLinking,
        List<Overlay> overlays) {

    public static final ResourcesConfig DEFAULTS =
            new ResourcesConfig(true, null, null, null, false, List.of());

    public ResourcesConfig {
        overlays = List.copyOf(overlays);
    }
}
