/**
 * Connections: transports, which move bytes; drivers, which run connections on threads; and the
 * connection, which ties both to a conversation. Must not know HTTP. Start reading at {@link
 * dev.serval.net.Connection}.
 */
package dev.serval.net;
