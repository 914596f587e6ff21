package dev.serval.extension;

/**
 * What a pool of connections tells monitoring. What a factory of {@link Kind#RESOURCE} makes may
 * implement it: then the server's beans and metrics have it. Thread-safe; none of it waits, as
 * while a database does not answer.
 */
public interface PoolFigures {
    /** Connections that somebody uses. */
    int active();

    /** Connections that nobody uses. */
    int idle();

    /** Calls that wait for a connection. */
    int waiting();

    /** How many connections there may be; less than 0 means any number. */
    int most();
}
