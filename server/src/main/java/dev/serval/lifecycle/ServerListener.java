package dev.serval.lifecycle;

/**
 * Is told when the server starts and stops. Used by one thread at a time. It should return soon:
 * the server waits.
 */
public interface ServerListener {
    /** Before the first application starts. What it throws keeps the server from starting. */
    default void starting() {}

    /** When all ports are open. */
    default void started() {}

    /** Before the ports close. */
    default void stopping() {}

    /** When the last application has stopped; also after a start that has failed. */
    default void stopped() {}
}
