/**
 * HTTP/1.1 and 1.0 (RFC 9112): bytes to exchanges and back, over any transport. Must not know which
 * transport, nor the server. Start reading at {@code Http1Connection}.
 */
package dev.serval.http1;
