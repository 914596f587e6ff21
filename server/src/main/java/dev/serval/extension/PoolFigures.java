package dev.serval.extension;

/**
 * The figures of a pool of connections for monitoring. An object that a factory of {@link
 * Kind#RESOURCE} makes may implement it: then the server's beans and metrics have the figures.
 * Thread-safe; no method waits, even while a database does not answer.
 */
public interface PoolFigures {
    /** Connections in use. */
    int active();

    /** Connections that are idle. */
    int idle();

    /** Calls that wait for a connection. */
    int waiting();

    /** How many connections there may be; less than 0 means any number. */
    int most();
}
