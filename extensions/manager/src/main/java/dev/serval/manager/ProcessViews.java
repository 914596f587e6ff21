package dev.serval.manager;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What the JDK reports of the process: memory, threads, processors. Stateless. */
final class ProcessViews {
    private static final int MOST_FRAMES = 64;

    private ProcessViews() {}

    /** Cheap enough to be called every second. */
    static Map<String, Object> live() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        MemoryUsage heap = memory.getHeapMemoryUsage();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Json.object(
                "at",
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                "uptimeMillis",
                runtime.getUptime(),
                "processCpuMillis",
                cpuMillis(),
                "systemLoad",
                atLeastZero(system.getSystemLoadAverage()),
                "processors",
                system.getAvailableProcessors(),
                "memory",
                Json.object(
                        "heapUsed",
                        heap.getUsed(),
                        "heapCommitted",
                        heap.getCommitted(),
                        "heapMax",
                        limit(heap.getMax()),
                        "nonHeapUsed",
                        memory.getNonHeapMemoryUsage().getUsed()),
                "gc",
                gc(),
                "threads",
                Json.object(
                        "live",
                        threads.getThreadCount(),
                        "peak",
                        threads.getPeakThreadCount(),
                        "daemon",
                        threads.getDaemonThreadCount()));
    }

    private static Object cpuMillis() {
        Object nanos = ServerBeans.attribute("java.lang:type=OperatingSystem", "ProcessCpuTime");
        return nanos instanceof Long value ? TimeUnit.NANOSECONDS.toMillis(value) : null;
    }

    private static Double atLeastZero(double value) {
        return value < 0 ? null : Double.valueOf(value);
    }

    private static Map<String, Object> gc() {
        long count = 0;
        long millis = 0;
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += Math.max(0, each.getCollectionCount());
            millis += Math.max(0, each.getCollectionTime());
        }
        return Json.object("count", count, "millis", millis);
    }

    private static Long limit(long max) {
        return max < 0 ? null : Long.valueOf(max);
    }

    static Map<String, Object> memory() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        List<Object> pools = new ArrayList<>();
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pool.getUsage();
            if (usage != null) {
                Map<String, Object> view =
                        Json.object(
                                "name",
                                pool.getName(),
                                "type",
                                pool.getType() == MemoryType.HEAP ? "heap" : "non-heap");
                view.putAll(usage(usage));
                view.put("peak", pool.getPeakUsage().getUsed());
                pools.add(view);
            }
        }
        List<Object> collectors = new ArrayList<>();
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            collectors.add(
                    Json.object(
                            "name",
                            each.getName(),
                            "count",
                            each.getCollectionCount(),
                            "millis",
                            each.getCollectionTime()));
        }
        return Json.object(
                "heap",
                usage(memory.getHeapMemoryUsage()),
                "nonHeap",
                usage(memory.getNonHeapMemoryUsage()),
                "pools",
                pools,
                "collectors",
                collectors);
    }

    private static Map<String, Object> usage(MemoryUsage usage) {
        return Json.object(
                "used",
                usage.getUsed(),
                "committed",
                usage.getCommitted(),
                "max",
                limit(usage.getMax()));
    }

    static Map<String, Object> threads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean timed = threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
        List<Object> all = new ArrayList<>();
        for (ThreadInfo info : threads.dumpAllThreads(false, false)) {
            long nanos = timed ? threads.getThreadCpuTime(info.getThreadId()) : -1;
            all.add(
                    Json.object(
                            "id",
                            info.getThreadId(),
                            "name",
                            info.getThreadName(),
                            "state",
                            info.getThreadState(),
                            "daemon",
                            info.isDaemon(),
                            "cpuMillis",
                            nanos < 0 ? null : TimeUnit.NANOSECONDS.toMillis(nanos),
                            "blockedOn",
                            info.getLockName(),
                            "stack",
                            stack(info.getStackTrace())));
        }
        long[] deadlocked = threads.findDeadlockedThreads();
        return Json.object(
                "threads",
                all,
                "deadlocked",
                deadlocked == null ? List.of() : Arrays.stream(deadlocked).boxed().toList());
    }

    static List<String> stack(StackTraceElement[] frames) {
        return Arrays.stream(frames).limit(MOST_FRAMES).map(StackTraceElement::toString).toList();
    }
}
