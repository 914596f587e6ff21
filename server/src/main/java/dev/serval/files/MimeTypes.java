package dev.serval.files;

import java.util.Map;

/** Placeholder: the media types of file names, by extension. Immutable. */
public final class MimeTypes {
    private final Map<String, String> overrides;

    public MimeTypes(Map<String, String> overrides) {
        this.overrides = Map.copyOf(overrides);
    }

    /** The media type of a file name; null if its extension is unknown. */
    public String of(String name) {
        return overrides.get(name.substring(name.lastIndexOf('.') + 1));
    }
}
