package dev.serval.config;

import dev.serval.settings.Location;

/**
 * The element {@code Executor}: workers under a name. Immutable. Every connector that names it
 * shares them.
 *
 * @param at where it stands
 * @param name unique in its service
 * @param maxThreads workers at most; default 200
 * @param minSpareThreads idle workers that are kept; default 25
 * @param maxQueueSize requests that wait for a worker; default 4096
 * @param maxIdleTime milliseconds after which an idle worker ends; default 60000
 * @param namePrefix of the workers' names, a number follows; null means {@code name-exec-}
 * @param virtual a virtual thread per task (JDK 21 and newer)
 */
public record ExecutorConfig(
        Location at,
        String name,
        int maxThreads,
        int minSpareThreads,
        int maxQueueSize,
        int maxIdleTime,
        String namePrefix,
        boolean virtual) {}
