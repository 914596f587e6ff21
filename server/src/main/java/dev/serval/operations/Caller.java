package dev.serval.operations;

/**
 * Who makes a change, for the log. Immutable.
 *
 * @param user the name of the user who has logged in; null without a login
 * @param address of the client
 */
public record Caller(String user, String address) {}
