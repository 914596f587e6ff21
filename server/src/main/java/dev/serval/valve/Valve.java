package dev.serval.valve;

/**
 * A component that an engine, a host or a context calls for its requests. Thread-safe. It is of one
 * or more of the kinds {@link PreRoutingValve}, {@link CallValve}, {@link CompletionValve} and
 * {@link ErrorReport}; those of one kind are called in the order of the configuration, those of the
 * engine before those of the host, these before those of the context.
 */
public interface Valve {
    /** Called before the first request. If it throws, its element does not start. */
    default void start() {}

    /** Called after the last request if it was started. Must end within seconds. */
    default void stop() {}
}
