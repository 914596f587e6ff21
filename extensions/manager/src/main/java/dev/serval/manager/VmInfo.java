package dev.serval.manager;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryManagerMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.PlatformLoggingMXBean;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What the JDK's own beans report of the process, under the headings of Tomcat's manager. Used by
 * one thread. Values of properties with names of secrets are not shown.
 */
final class VmInfo {
    private static final String END = "\r\n";

    private final StringBuilder out = new StringBuilder();

    private VmInfo() {}

    static String text() {
        VmInfo info = new VmInfo();
        info.out.append(Clock.now()).append(END);
        info.process();
        info.classes();
        info.collectors();
        info.memory();
        info.settings();
        return info.out.toString();
    }

    private void heading(String text) {
        out.append(text).append(':').append(END);
    }

    private void line(String name, Object value) {
        out.append("  ").append(name).append(": ").append(value).append(END);
    }

    private void end() {
        out.append(END);
    }

    private void process() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        heading("Runtime information");
        line("vmName", runtime.getVmName());
        line("vmVersion", runtime.getVmVersion());
        line("vmVendor", runtime.getVmVendor());
        line("specName", runtime.getSpecName());
        line("specVersion", runtime.getSpecVersion());
        line("specVendor", runtime.getSpecVendor());
        line("managementSpecVersion", runtime.getManagementSpecVersion());
        line("name", runtime.getName());
        line("startTime", runtime.getStartTime());
        line("uptime", runtime.getUptime());
        line("isBootClassPathSupported", runtime.isBootClassPathSupported());
        end();
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        heading("OS information");
        line("name", system.getName());
        line("version", system.getVersion());
        line("architecture", system.getArch());
        line("availableProcessors", system.getAvailableProcessors());
        line("systemLoadAverage", system.getSystemLoadAverage());
        end();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        heading("ThreadMXBean capabilities");
        line("isCurrentThreadCpuTimeSupported", threads.isCurrentThreadCpuTimeSupported());
        line("isThreadCpuTimeSupported", threads.isThreadCpuTimeSupported());
        line("isThreadCpuTimeEnabled", threads.isThreadCpuTimeEnabled());
        line("isObjectMonitorUsageSupported", threads.isObjectMonitorUsageSupported());
        line("isSynchronizerUsageSupported", threads.isSynchronizerUsageSupported());
        line(
                "isThreadContentionMonitoringSupported",
                threads.isThreadContentionMonitoringSupported());
        line(
                "isThreadContentionMonitoringEnabled",
                threads.isThreadContentionMonitoringSupported()
                        && threads.isThreadContentionMonitoringEnabled());
        end();
        heading("Thread counts");
        line("daemon", threads.getDaemonThreadCount());
        line("total", threads.getThreadCount());
        line("peak", threads.getPeakThreadCount());
        line("totalStarted", threads.getTotalStartedThreadCount());
        end();
        heading("Startup arguments");
        for (String argument : runtime.getInputArguments()) {
            out.append("  ").append(Secrets.shown(argument)).append(END);
        }
        end();
        heading("Path information");
        if (runtime.isBootClassPathSupported()) {
            line("bootClassPath", runtime.getBootClassPath());
        }
        line("classPath", runtime.getClassPath());
        line("libraryPath", runtime.getLibraryPath());
        end();
    }

    private void classes() {
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        heading("Class loading");
        line("loaded", classes.getLoadedClassCount());
        line("unloaded", classes.getUnloadedClassCount());
        line("totalLoaded", classes.getTotalLoadedClassCount());
        line("isVerbose", classes.isVerbose());
        end();
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        heading("Class compilation");
        if (compiler != null) {
            line("name", compiler.getName());
            boolean timed = compiler.isCompilationTimeMonitoringSupported();
            line("totalCompilationTime", timed ? compiler.getTotalCompilationTime() : -1);
            line("isCompilationTimeMonitoringSupported", timed);
        }
        end();
    }

    private void collectors() {
        for (MemoryManagerMXBean each : ManagementFactory.getMemoryManagerMXBeans()) {
            heading("Memory Manager [" + each.getName() + "]");
            pools(each);
            end();
        }
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            heading("Garbage Collector [" + each.getName() + "]");
            pools(each);
            line("getCollectionCount", each.getCollectionCount());
            line("getCollectionTime", each.getCollectionTime());
            end();
        }
    }

    private void pools(MemoryManagerMXBean of) {
        line("isValid", of.isValid());
        names("mbean.getMemoryPoolNames", of.getMemoryPoolNames());
    }

    private void names(String what, String[] names) {
        line(what, "");
        Arrays.sort(names);
        for (String name : names) {
            out.append('\t').append(name).append(END);
        }
    }

    private void memory() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        heading("Memory information");
        line("isVerbose", memory.isVerbose());
        line("getObjectPendingFinalizationCount", memory.getObjectPendingFinalizationCount());
        usage("heap", memory.getHeapMemoryUsage());
        usage("non-heap", memory.getNonHeapMemoryUsage());
        end();
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            heading("Memory Pool [" + pool.getName() + "]");
            line("isValid", pool.isValid());
            line("getType", pool.getType());
            names("mbean.getMemoryManagerNames", pool.getMemoryManagerNames());
            line("isUsageThresholdSupported", pool.isUsageThresholdSupported());
            supported("isUsageThresholdExceeded", pool::isUsageThresholdExceeded);
            line("isCollectionUsageThresholdSupported", pool.isCollectionUsageThresholdSupported());
            supported(
                    "isCollectionUsageThresholdExceeded", pool::isCollectionUsageThresholdExceeded);
            supported("getUsageThreshold", pool::getUsageThreshold);
            supported("getUsageThresholdCount", pool::getUsageThresholdCount);
            supported("getCollectionUsageThreshold", pool::getCollectionUsageThreshold);
            supported("getCollectionUsageThresholdCount", pool::getCollectionUsageThresholdCount);
            usage("current", pool.getUsage());
            usage("collection", pool.getCollectionUsage());
            usage("peak", pool.getPeakUsage());
            end();
        }
    }

    /** Prints nothing if the pool does not support it. */
    private void supported(String name, Supplier<?> value) {
        try {
            line(name, value.get());
        } catch (UnsupportedOperationException e) {
            // Many pools know only half of them.
        }
    }

    private void usage(String name, MemoryUsage usage) {
        if (usage != null) {
            line(name + " init", usage.getInit());
            line(name + " used", usage.getUsed());
            line(name + " committed", usage.getCommitted());
            line(name + " max", usage.getMax());
        }
    }

    private void settings() {
        heading("System properties");
        new TreeMap<>(ManagementFactory.getRuntimeMXBean().getSystemProperties())
                .forEach(
                        (name, value) -> line(name, Secrets.isSecret(name) ? Secrets.MASK : value));
        end();
        heading("Logger information");
        PlatformLoggingMXBean logging =
                ManagementFactory.getPlatformMXBean(PlatformLoggingMXBean.class);
        if (logging != null) {
            for (String logger : new TreeSet<>(logging.getLoggerNames())) {
                line(
                        logger,
                        "level="
                                + logging.getLoggerLevel(logger)
                                + ", parent="
                                + logging.getParentLoggerName(logger));
            }
        }
        end();
    }
}
