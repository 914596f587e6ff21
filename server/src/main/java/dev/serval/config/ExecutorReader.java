package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import dev.serval.thread.ThreadPoolConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the {@code Executor} elements of one service. One thread. */
final class ExecutorReader {
    private static final Attribute<String> NAME =
            Attribute.text("name", "What a connector's executor refers to.").needed();
    private static final Attribute<Integer> MAX_THREADS =
            Attribute.of(
                    "maxThreads",
                    Format.integer(Unit.NONE, 1, 100_000),
                    200,
                    "Workers of all connectors that name it together.");
    private static final Attribute<Integer> MIN_SPARE_THREADS =
            Attribute.of(
                    "minSpareThreads",
                    Format.integer(Unit.NONE, 0, 100_000),
                    25,
                    "Idle workers that are kept.");
    private static final Attribute<Integer> MAX_QUEUE_SIZE =
            Attribute.of(
                            "maxQueueSize",
                            Format.integer(Unit.NONE, 0, Integer.MAX_VALUE),
                            ThreadPoolConfig.DEFAULTS.maxQueueSize(),
                            "Requests that wait for a worker; others are answered 503.")
                    .stricter(
                            Integer.MAX_VALUE,
                            "2147483647",
                            "a request behind thousands is answered when its client has long"
                                    + " gone");
    private static final Attribute<Integer> MAX_IDLE_TIME =
            Attribute.of(
                    "maxIdleTime",
                    Format.integer(Unit.MILLISECONDS, 1, Integer.MAX_VALUE),
                    ThreadPoolConfig.DEFAULTS.threadsMaxIdleTime(),
                    "After which an idle worker ends, beyond minSpareThreads.");
    private static final Attribute<String> NAME_PREFIX =
            Attribute.text("namePrefix", "Of the workers' names.").shown("its name and -exec-");
    private static final Attribute<Boolean> CLASS_NAME =
            Attribute.of(
                            "className",
                            Format.choice(
                                    Map.of(
                                            ClassNames.EXECUTOR,
                                            false,
                                            ClassNames.VIRTUAL_EXECUTOR,
                                            true)),
                            false,
                            "The second means a virtual thread per request (JDK 21 and newer).")
                    .shown(ClassNames.EXECUTOR);
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Executor",
                    "Named workers, shared by all connectors that name them; maxQueueTime and"
                            + " executorTerminationTimeoutMillis are those of the first. Where BIO"
                            + " connectors have virtual threads and the workers are not virtual,"
                            + " they share among themselves; with platform threads, maxThreads"
                            + " bounds the connections of each.",
                    List.of(
                            NAME,
                            MAX_THREADS,
                            MIN_SPARE_THREADS,
                            MAX_QUEUE_SIZE,
                            MAX_IDLE_TIME,
                            NAME_PREFIX,
                            CLASS_NAME));

    private final Map<String, ExecutorConfig> executors = new LinkedHashMap<>();

    void read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        OtherElements.reportAll(xml, reading);
        String name = values.get(NAME);
        if (name == null) {
            return;
        }
        ExecutorConfig config =
                new ExecutorConfig(
                        xml.at,
                        name,
                        new ThreadPoolConfig(
                                values.get(MAX_THREADS),
                                values.get(MIN_SPARE_THREADS),
                                values.get(CLASS_NAME),
                                values.get(MAX_QUEUE_SIZE),
                                values.get(MAX_IDLE_TIME),
                                values.get(NAME_PREFIX)));
        ExecutorConfig before = executors.putIfAbsent(name, config);
        if (before != null) {
            reading.error(
                    xml.at, "there is an Executor named " + name + " already, at " + before.at());
        }
    }

    /** The executor that a connector names; an error, and null, if there is none. */
    ExecutorConfig find(String name, Location at, Reading reading) {
        ExecutorConfig found = executors.get(name);
        if (found == null) {
            reading.error(
                    at,
                    "executor of Connector is \""
                            + name
                            + "\", but this Service has no Executor of that name"
                            + NearestName.hint(name, executors.keySet()));
        }
        return found;
    }

    List<ExecutorConfig> all() {
        return List.copyOf(executors.values());
    }
}
