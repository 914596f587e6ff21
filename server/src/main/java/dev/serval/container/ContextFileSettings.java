package dev.serval.container;

import dev.serval.config.ResourcesConfig;
import dev.serval.files.FileSettings;

/** The settings of the files of a context, from its element Resources. Stateless. */
final class ContextFileSettings {
    private ContextFileSettings() {}

    static FileSettings settings(ResourcesConfig config) {
        FileSettings own = FileSettings.DEFAULTS;
        return new FileSettings(
                config.cachingAllowed(),
                or(config.cacheMaxSize(), own.cacheMaxSize()),
                or(config.cacheObjectMaxSize(), own.cacheObjectMaxSize()),
                or(config.cacheTtl(), own.cacheTtl()),
                own.sendfileSize(),
                own.listings(),
                own.readonly(),
                config.allowLinking());
    }

    private static long or(Integer given, long fallback) {
        return given == null ? fallback : given;
    }
}
