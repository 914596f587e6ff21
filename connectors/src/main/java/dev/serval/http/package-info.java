/**
 * One HTTP exchange, independent of the protocol version: heads, bodies, limits, errors, what is
 * the same in every protocol (hosts, targets, the pace of bodies, the fields of the server), and
 * the one interface ({@link dev.serval.http.HttpHandler}) through which the server answers. Must
 * not know {@code jakarta.*}, a protocol package, or sockets. Start reading at {@link
 * dev.serval.http.Exchange}.
 */
package dev.serval.http;
