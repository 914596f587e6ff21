package dev.serval.lifecycle;

/**
 * Called when the server starts and stops. One thread at a time calls it. It should return soon,
 * since the server waits.
 */
public interface ServerListener {
    /** Called before the first application starts. An exception keeps the server from starting. */
    default void starting() {}

    /** Called when all ports are open. */
    default void started() {}

    /** Called before the ports close. */
    default void stopping() {}

    /** Called when the last application has stopped; also after a failed start. */
    default void stopped() {}
}
