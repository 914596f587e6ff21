/**
 * TLS over any transport: the handshake, a conversation that ends in the next one, and the
 * transport that it leaves behind. Must not know HTTP. Start reading at {@link
 * dev.serval.tls.TlsHandshake}.
 */
package dev.serval.tls;
