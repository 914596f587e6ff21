package dev.serval.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The values that a process has beside its files. Immutable.
 *
 * @param properties the system properties
 * @param environment its variables
 */
public record Surroundings(Map<String, String> properties, Map<String, String> environment) {
    static final Surroundings NONE = new Surroundings(Map.of(), Map.of());

    public Surroundings {
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
    }

    /** The values of this process, as they are now. */
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
