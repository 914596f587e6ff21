package dev.serval.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * What a process was given beside its files. Immutable.
 *
 * @param properties those of the system
 * @param environment its variables
 */
public record Surroundings(Map<String, String> properties, Map<String, String> environment) {
    static final Surroundings NONE = new Surroundings(Map.of(), Map.of());

    public Surroundings {
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
    }

    /** Those of this process, as they are now. */
    public static Surroundings ofProcess() {
        Properties all = System.getProperties();
        Map<String, String> properties = new HashMap<>();
        for (String name : all.stringPropertyNames()) {
            String value = all.getProperty(name);
            if (value != null) { // another thread may have removed it meanwhile
                properties.put(name, value);
            }
        }
        return new Surroundings(properties, System.getenv());
    }
}
