package dev.serval.config;

import dev.serval.settings.Location;
import dev.serval.thread.ThreadPoolConfig;

/**
 * The element {@code Executor}: workers under a name. Immutable. Every connector that names it
 * shares them.
 *
 * @param at its place
 * @param name unique in its service
 * @param threads its workers, of which 25 are kept by default; a prefix of null means {@code
 *     name-exec-}
 */
public record ExecutorConfig(Location at, String name, ThreadPoolConfig threads) {}
