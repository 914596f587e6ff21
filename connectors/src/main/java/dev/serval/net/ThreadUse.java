package dev.serval.net;

/**
 * How the threads fare that run applications, at one moment. Immutable.
 *
 * @param threads that there are; with virtual threads, those that run calls
 * @param busy calls that run or wait for their clients
 * @param waiting calls that wait for a thread
 * @param most calls that may run at once
 * @param refused calls since the start that got no thread: there were too many, or not in time
 */
public record ThreadUse(int threads, int busy, int waiting, int most, long refused) {}
