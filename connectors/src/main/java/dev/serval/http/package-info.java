/**
 * One HTTP exchange, independent of the protocol version: heads, bodies, limits, errors, what every
 * protocol judges alike (hosts, targets, the pace of bodies, the server's own fields), and the one
 * interface ({@link dev.serval.http.HttpHandler}) through which the server answers. Must not know
 * {@code jakarta.*}, a protocol package, or sockets. Start reading at {@link
 * dev.serval.http.Exchange}.
 */
package dev.serval.http;
