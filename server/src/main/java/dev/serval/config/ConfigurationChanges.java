package dev.serval.config;

import dev.serval.config.Outline.Said;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The differences in a server.xml that is read again, attribute by attribute, and whether a running
 * server takes each of them. Used by one thread.
 */
public final class ConfigurationChanges {
    /**
     * One difference. Immutable.
     *
     * @param at its place in the new file; in the former file if it is gone
     * @param what the attribute or the element, without values
     * @param taken whether it takes effect without a restart
     */
    public record Change(Location at, String what, boolean taken) {
        /** For people. */
        @Override
        public String toString() {
            return at + ": " + what + (taken ? ": taken" : ": counts at the next start");
        }
    }

    /** Attributes that a running server takes, by their elements. */
    private static final Map<String, Set<String>> TAKEN =
            Map.of(
                    "Server", Set.of("drainDelayMillis"),
                    "Service", Set.of("gracefulStopAwaitMillis"),
                    "Executor", Set.of("maxThreads", "maxQueueSize", "maxIdleTime"),
                    "Connector",
                            Set.of(
                                    "maxThreads",
                                    "maxQueueSize",
                                    "maxQueueTime",
                                    "threadsMaxIdleTime"),
                    "Engine", Set.of("defaultHost"));

    /** Elements that a running server takes as a whole, by the elements that they stand in. */
    private static final Map<String, Set<String>> TAKEN_ELEMENTS =
            Map.of(
                    "Engine", Set.of("Realm", "Valve", "Host"),
                    "Host", Set.of("Realm", "Valve", "Alias", "Context"),
                    "Connector", Set.of("SSLHostConfig"));

    private final List<Change> changes = new ArrayList<>();
    private final Outline running;

    private ConfigurationChanges(Outline before, Outline next) {
        running = compare(before, next);
    }

    /**
     * @param before what the server runs with
     * @param next what the file says now
     */
    public static ConfigurationChanges between(Outline before, Outline next) {
        return new ConfigurationChanges(before, next);
    }

    /** In the order of the file. */
    public List<Change> all() {
        List<Change> sorted = new ArrayList<>(changes);
        sorted.sort(
                Comparator.comparingInt((Change change) -> change.at().line())
                        .thenComparingInt(change -> change.at().column()));
        return List.copyOf(sorted);
    }

    /** What the server runs with once it has taken what it can. */
    public Outline running() {
        return running;
    }

    private Outline compare(Outline before, Outline next) {
        Map<String, Said> attributes = attributes(before, next);
        Map<String, Outline> left = keyed(before);
        List<Outline> children = new ArrayList<>();
        for (Map.Entry<String, Outline> each : keyed(next).entrySet()) {
            Outline child = each.getValue();
            Outline former = left.remove(each.getKey());
            boolean taken = takes(before.name(), child);
            if (former == null) {
                note(child.at(), title(child) + " is new", taken);
            } else if (taken && !child.name().equals("Host")) {
                if (!child.saysTheSame(former)) {
                    note(child.at(), title(child) + " is another one", true);
                }
            } else {
                child = compare(former, child);
            }
            if (former != null || taken) {
                children.add(child);
            }
        }
        for (Outline gone : left.values()) {
            boolean taken = takes(before.name(), gone);
            note(gone.at(), title(gone) + " is gone", taken);
            if (!taken) {
                children.add(gone);
            }
        }
        if (!before.text().equals(next.text())) {
            note(next.at(), "the text of " + title(next), false);
        }
        return new Outline(next.name(), next.at(), attributes, before.text(), children);
    }

    private Map<String, Said> attributes(Outline before, Outline next) {
        Map<String, Said> result = new TreeMap<>();
        Set<String> names = new TreeSet<>(before.attributes().keySet());
        names.addAll(next.attributes().keySet());
        for (String name : names) {
            Said former = before.attributes().get(name);
            Said now = next.attributes().get(name);
            boolean same = former != null && now != null && former.value().equals(now.value());
            boolean taken = TAKEN.getOrDefault(next.name(), Set.of()).contains(name);
            // A connector with an executor uses the workers of the executor.
            if (next.name().equals("Connector")) {
                taken &= next.value("executor").isEmpty();
                taken |= LegacyTls.has(name) && LegacyTls.target(name) != null;
            }
            if (!same) {
                Location at = now == null ? next.at() : now.at();
                note(at, name + " of " + title(next), taken);
            }
            Said counts = taken || same ? now : former;
            if (counts != null) {
                result.put(name, counts);
            }
        }
        return result;
    }

    private void note(Location at, String what, boolean taken) {
        changes.add(new Change(at, what, taken));
    }

    private static boolean takes(String parent, Outline child) {
        return TAKEN_ELEMENTS.getOrDefault(parent, Set.of()).contains(child.name())
                // Realms use the databases, and are created anew.
                || parent.equals("GlobalNamingResources")
                        && child.value("type").equals("org.apache.catalina.UserDatabase");
    }

    /** The child elements, by keys that distinguish them. */
    private static Map<String, Outline> keyed(Outline parent) {
        Map<String, Outline> all = new LinkedHashMap<>();
        for (Outline child : parent.children()) {
            String key = child.name() + " " + id(child);
            String unique = key;
            for (int i = 2; all.containsKey(unique); i++) {
                unique = key + " " + i;
            }
            all.put(unique, child);
        }
        return all;
    }

    private static String id(Outline element) {
        return switch (element.name()) {
            case "Service", "Executor", "Resource", "Environment" -> element.value("name");
            case "Host" -> element.value("name").toLowerCase(Locale.ROOT);
            case "Alias" -> element.text();
            case "Connector" ->
                    element.value("port")
                            + " "
                            + element.value("address")
                            + " "
                            + element.value("unixDomainSocketPath");
            case "Context" ->
                    element.value("path").isEmpty()
                            ? element.value("docBase")
                            : element.value("path");
            case "SSLHostConfig" -> element.value("hostName");
            default -> element.value("className");
        };
    }

    private static String title(Outline element) {
        String id = id(element).strip();
        boolean single = id.isEmpty() || element.name().equals("Service");
        return element.name() + (single ? "" : " " + id.replaceAll("  +", " "));
    }
}
