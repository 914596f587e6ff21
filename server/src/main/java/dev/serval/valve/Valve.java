package dev.serval.valve;

/**
 * What an engine, a host or a context has around its requests. Thread-safe. It is of one or more of
 * the kinds {@link PreRoutingValve}, {@link CallValve} and {@link CompletionValve}; those of one
 * kind are called in the order of the configuration, those of the engine before those of the host,
 * these before those of the context.
 */
public interface Valve {
    /** Before the first request. What it throws keeps its engine, host or context from starting. */
    default void start() {}

    /** After the last request, when it was started. Must end within seconds. */
    default void stop() {}
}
