/**
 * Byte buffers: what is received ({@link dev.serval.buffer.InputBuffer}), what is to be sent, and
 * the pool that lends their storage. Knows nothing of sockets or of HTTP.
 */
package dev.serval.buffer;
