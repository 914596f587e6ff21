package dev.serval.webapp;

import dev.serval.settings.Location;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A servlet or a filter as one source defines it, perhaps in part. Immutable.
 *
 * @param name unique among servlets, or among filters
 * @param at where
 * @param settings by the path of their element, for example {@code multipart-config/max-file-size}
 * @param parameters its initialisation parameters
 */
public record Definition(
        String name, Location at, Map<String, Setting> settings, Map<String, Setting> parameters) {
    static final String CLASS = "servlet-class";
    static final String FILTER_CLASS = "filter-class";
    static final String PAGE = "jsp-file";
    static final String LOAD = "load-on-startup";
    static final String ASYNC = "async-supported";
    static final String ENABLED = "enabled";
    static final String MULTIPART = "multipart-config";
    static final String RUN_AS = "run-as";

    /** Followed by the name that the servlet has for a role. */
    static final String ROLE_REF = "security-role-ref/";

    public Definition {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** The text of an element; null if it is missing. */
    public String setting(String element) {
        Setting found = settings.get(element);
        return found == null ? null : found.value();
    }

    /** Default false. */
    boolean is(String element) {
        return Boolean.parseBoolean(setting(element));
    }

    /** Default true. */
    boolean enabled() {
        return setting(ENABLED) == null || is(ENABLED);
    }
}
