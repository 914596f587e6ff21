package dev.serval.operations;

/**
 * Who makes a change, for the log. Immutable.
 *
 * @param user the name by which somebody has logged in; null if nobody has
 * @param address of the client
 */
public record Caller(String user, String address) {}
