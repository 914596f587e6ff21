package dev.serval.builtin;

import dev.serval.lifecycle.ServerListener;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The VersionLoggerListener: logs what runs here. */
record VersionLogger(boolean args, boolean environment, boolean properties)
        implements ServerListener {
    private static final Logger LOG = LoggerFactory.getLogger(VersionLogger.class);
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(pass|secret|token|credential|key).*");

    @Override
    public void starting() {
        line("Server version", server());
        line("OS", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
        line("Java home", property("java.home"));
        line("JVM", property("java.runtime.version") + ", " + property("java.vm.vendor"));
        if (args) {
            String[] all = ProcessHandle.current().info().arguments().orElse(new String[0]);
            for (String each : all) {
                int equals = each.indexOf('=');
                boolean secret = equals > 0 && isSecret(each.substring(0, equals));
                line("Argument", secret ? each.substring(0, equals + 1) + "(not shown)" : each);
            }
        }
        if (environment) {
            all("Environment", System.getenv());
        }
        if (properties) {
            Map<String, String> known = new HashMap<>();
            System.getProperties()
                    .stringPropertyNames()
                    .forEach(name -> known.put(name, property(name)));
            all("Property", known);
        }
    }

    /** The server with its version. */
    static String server() {
        String version = VersionLogger.class.getPackage().getImplementationVersion();
        return "Serval/" + (version == null ? "development" : version);
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }

    private static boolean isSecret(String name) {
        return SECRET.matcher(name).matches();
    }

    private static void all(String what, Map<String, String> values) {
        new TreeMap<>(values)
                .forEach(
                        (name, value) ->
                                line(what, name + "=" + (isSecret(name) ? "(not shown)" : value)));
    }

    private static void line(String what, String value) {
        LOG.info("{}: {}", what, value);
    }
}
