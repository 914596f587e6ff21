/**
 * Bytes and threads: transports, the drivers that run connections, and the connection that ties
 * them to a conversation. Must not know HTTP. Start reading at {@link dev.serval.net.Connection}.
 */
package dev.serval.net;
