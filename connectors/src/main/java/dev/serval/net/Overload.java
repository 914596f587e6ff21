package dev.serval.net;

/**
 * What an endpoint has done since its start because there was too little room. Immutable.
 *
 * @param failedAccepts how often a connection could not be accepted because descriptors, memory or
 *     threads were missing
 * @param withoutHead connections that were closed for waiting ones because they had owed the rest
 *     of a head or of a TLS handshake for longest
 * @param idle connections that were closed for waiting ones because they had been idle for longest
 */
public record Overload(long failedAccepts, long withoutHead, long idle) {}
