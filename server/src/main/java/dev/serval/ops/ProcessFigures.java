package dev.serval.ops;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.serval.metrics.MetricsText;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.concurrent.TimeUnit;

/** The figures of the process and of its JVM, under the usual names. */
final class ProcessFigures {
    private ProcessFigures() {}

    static void write(MetricsText out) throws IOException {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        MemoryUsage other = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
        out.gauge("jvm_memory_used_bytes", "Memory in use.");
        out.sample("jvm_memory_used_bytes", heap.getUsed(), "area", "heap");
        out.sample("jvm_memory_used_bytes", other.getUsed(), "area", "nonheap");
        out.gauge("jvm_memory_committed_bytes", "Memory that the system has given.");
        out.sample("jvm_memory_committed_bytes", heap.getCommitted(), "area", "heap");
        out.sample("jvm_memory_committed_bytes", other.getCommitted(), "area", "nonheap");
        out.gauge("jvm_memory_max_bytes", "The limit of memory; -1 for none.");
        out.sample("jvm_memory_max_bytes", heap.getMax(), "area", "heap");
        out.sample("jvm_memory_max_bytes", other.getMax(), "area", "nonheap");
        out.counter("jvm_gc_collections_total", "Garbage collections.");
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            long count = Math.max(0, each.getCollectionCount());
            out.sample("jvm_gc_collections_total", count, "gc", each.getName());
        }
        out.counter("jvm_gc_collection_seconds_total", "Time of garbage collections.");
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(Math.max(0, each.getCollectionTime()));
            out.seconds("jvm_gc_collection_seconds_total", nanos, "gc", each.getName());
        }
        out.gauge("jvm_threads_current", "Platform threads.");
        out.sample("jvm_threads_current", ManagementFactory.getThreadMXBean().getThreadCount());
        out.gauge("jvm_classes_loaded", "Loaded classes.");
        out.sample(
                "jvm_classes_loaded",
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        out.gauge("process_start_time_seconds", "When the process started, since 1970.");
        long start = ManagementFactory.getRuntimeMXBean().getStartTime();
        out.seconds("process_start_time_seconds", TimeUnit.MILLISECONDS.toNanos(start));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
            out.counter("process_cpu_seconds_total", "Time of processors.");
            out.seconds("process_cpu_seconds_total", Math.max(0, os.getProcessCpuTime()));
            out.gauge("process_open_fds", "Open file descriptors.");
            out.sample("process_open_fds", os.getOpenFileDescriptorCount());
            out.gauge("process_max_fds", "The limit of file descriptors.");
            out.sample("process_max_fds", os.getMaxFileDescriptorCount());
        }
    }
}
