package dev.serval.pages;

import java.nio.file.Path;
import java.util.List;

/**
 * A jar with descriptions of tag libraries. Immutable.
 *
 * @param names of entries: META-INF/….tld
 */
public record TagLibraries(Path jar, List<String> names) {
    public TagLibraries {
        names = List.copyOf(names);
    }
}
